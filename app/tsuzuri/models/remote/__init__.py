"""Models behind an OpenAI-compatible endpoint (llama-server, vLLM, Ollama), for who has a bigger machine."""
