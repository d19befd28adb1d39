ALTER TABLE "payout_accounts" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "retired_at" timestamp with time zone;