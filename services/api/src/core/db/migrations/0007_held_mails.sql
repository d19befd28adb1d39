ALTER TABLE outbox ADD COLUMN topic text;
--> statement-breakpoint
CREATE INDEX outbox_topic ON outbox (topic) WHERE topic IS NOT NULL AND sent_at IS NULL;
