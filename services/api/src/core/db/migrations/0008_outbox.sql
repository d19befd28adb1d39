ALTER TABLE outbox
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN failed_at timestamptz;
--> statement-breakpoint
UPDATE outbox SET failed_at = now() WHERE sent_at IS NULL AND attempts >= 12;
--> statement-breakpoint
UPDATE outbox SET body = '' WHERE sent_at IS NOT NULL OR failed_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE sent_at IS NULL AND failed_at IS NULL;
