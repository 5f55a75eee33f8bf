package providers

import (
	_ "github.com/anthropics/anthropic-sdk-go"
	_ "github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	_ "github.com/functionschema/fscheck/metadata"
	_ "github.com/modelcontextprotocol/go-sdk/mcp"
	_ "github.com/ollama/ollama/api"
	_ "github.com/openai/openai-go/v3"
	_ "google.golang.org/genai"
)
