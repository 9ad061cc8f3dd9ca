"""The whole suite runs offline: what would leave this machine fails its test."""

from tsuzuri.offline import guard

guard()
