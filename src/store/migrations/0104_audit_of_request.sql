-- What one request did: whoever asks for help has its id.
CREATE INDEX audit_event_of_request ON audit_event (request_id, audit_no)
  WHERE request_id IS NOT NULL;
