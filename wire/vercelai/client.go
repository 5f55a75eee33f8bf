package vercelai

import "net/http"

// Client is the oldest client that is written for. What is written for one of `ai`,
// every newer one takes.
type Client string

// The clients. The zero Client is AI5.
const (
	// AI5 is `ai` 5: it knows no denials and no questions to the user.
	AI5 Client = "ai-5"
	// AI6 is `ai` 6 and 7.
	AI6 Client = "ai-6"
	// PydanticAI is a server that is pydantic-ai, which a history is sent to: Python
	// reads it, not JavaScript. A stream is written as for AI6.
	PydanticAI Client = "pydantic-ai"
)

func (c Client) knowsApprovals() bool { return c == AI6 || c == PydanticAI }

// SetHeader sets what the response to a client that wants a stream must have.
func SetHeader(h http.Header) {
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache")
	h.Set("Connection", "keep-alive")
	h.Set("X-Vercel-Ai-Ui-Message-Stream", "v1")
	h.Set("X-Accel-Buffering", "no")
}
