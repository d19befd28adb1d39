CREATE TABLE chat_claims (
  token_hash text PRIMARY KEY,
  booking_id integer NOT NULL REFERENCES bookings,
  chat_id text NOT NULL,
  username text NOT NULL,
  expires_at timestamptz NOT NULL,
  UNIQUE (booking_id, chat_id)
);
