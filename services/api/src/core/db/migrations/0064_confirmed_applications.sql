DROP INDEX "coach_applications_open";--> statement-breakpoint
ALTER TABLE "coach_applications" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "coach_applications" ADD COLUMN "confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "coach_applications_by_address" ON "coach_applications" USING btree ("email","game");