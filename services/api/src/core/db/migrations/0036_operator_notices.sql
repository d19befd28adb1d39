ALTER TABLE "operators" ADD COLUMN "notified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "notified_work" jsonb DEFAULT '{}'::jsonb NOT NULL;