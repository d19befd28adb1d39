-- Of which time of a session its student was reminded, and when: once, however many processes look.
CREATE TABLE reminders (
  booking_id integer NOT NULL REFERENCES bookings,
  kind text NOT NULL CHECK (kind IN ('day', 'hour')),
  starts_at timestamptz NOT NULL,
  PRIMARY KEY (booking_id, kind, starts_at)
);
--> statement-breakpoint
CREATE INDEX bookings_ahead ON bookings (starts_at) WHERE status = 'confirmed';
--> statement-breakpoint
ALTER TABLE users ADD COLUMN reminders_off_at timestamptz;
--> statement-breakpoint
ALTER TABLE outbox
  ADD COLUMN unsubscribe text,
  ADD COLUMN discard_after timestamptz;
