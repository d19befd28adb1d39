ALTER TABLE "operators" ADD COLUMN "noticed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "noticed" jsonb DEFAULT '{}'::jsonb NOT NULL;