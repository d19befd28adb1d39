-- How often a session's time, or whether it is on, has changed: calendars know by it what is newer.
ALTER TABLE bookings ADD COLUMN sequence integer NOT NULL DEFAULT 0;
--> statement-breakpoint
-- Mails in HTML, and the calendar file that goes along.
ALTER TABLE outbox
  ADD COLUMN html text,
  ADD COLUMN calendar text;
