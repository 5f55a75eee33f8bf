package conformance

import "context"

// Construct asks for a subject to be built.
func (e *External) Construct(ctx context.Context, r ConstructRequest) (ConstructAnswer, error) {
	got, err := e.ask(ctx, &request{Cmd: cmdConstruct, Subject: &r.Subject})
	if err != nil {
		return ConstructAnswer{}, err
	}
	return ConstructAnswer{
		Handle: got.Handle, SchemaText: got.SchemaText, MetadataText: got.MetadataText,
		MetadataDescription: got.MetadataDescription, Error: got.Error,
	}, nil
}

// Call asks for one call.
func (e *External) Call(ctx context.Context, r CallRequest) (CallAnswer, error) {
	got, err := e.ask(ctx, r.lineOf())
	if err != nil {
		return CallAnswer{}, err
	}
	a := CallAnswer{
		Error: got.Error, Bound: got.Bound, Completed: got.CompletedText, Invocations: *got.Invocations,
		RequestAfter: payload(got.RequestAfterText, got.RequestAfterBase64),
		Resolutions:  got.Resolutions, Applied: got.Applied,
	}
	if got.ResponseStatus != nil {
		a.Response.Status = *got.ResponseStatus
	}
	if got.ResponseText != nil {
		a.Response.Text = *got.ResponseText
	}
	return a, nil
}

// Digest asks for a digest.
func (e *External) Digest(ctx context.Context, r DigestRequest) (DigestAnswer, error) {
	q := &request{Cmd: cmdDigest}
	q.ArgumentsText, q.ArgumentsBase64 = r.Arguments.members()
	got, err := e.ask(ctx, q)
	if err != nil {
		return DigestAnswer{}, err
	}
	return DigestAnswer{Digest: got.Digest, Error: got.Error}, nil
}

// Release says that a subject is not asked any more.
func (e *External) Release(ctx context.Context, handle string) error {
	_, err := e.ask(ctx, &request{Cmd: cmdRelease, Handle: handle})
	return err
}
