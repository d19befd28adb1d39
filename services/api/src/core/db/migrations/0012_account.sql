-- A device is a family of refresh tokens: since when, last seen when, and roughly what it is.
ALTER TABLE refresh_tokens
  ADD COLUMN opened_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN device text;
--> statement-breakpoint
CREATE INDEX refresh_tokens_user ON refresh_tokens (user_id);
--> statement-breakpoint
ALTER TABLE mail_tokens
  ADD COLUMN address text,
  DROP CONSTRAINT mail_tokens_purpose_check,
  ADD CONSTRAINT mail_tokens_purpose_check CHECK (purpose IN ('verify', 'reset', 'change')),
  ADD CONSTRAINT a_change_has_an_address CHECK ((purpose = 'change') = (address IS NOT NULL));
--> statement-breakpoint
-- Whoever has left: the row stays for the bookings that name it, with nothing of the person in it.
ALTER TABLE users ADD COLUMN deleted_at timestamptz;
