CREATE TABLE "coach_applications" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"game" text NOT NULL,
	"rank" text NOT NULL,
	"links" text NOT NULL,
	"about" text NOT NULL,
	"time_zone" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"coach_id" integer,
	CONSTRAINT "coach_applications_email_length" CHECK (char_length(email) <= 254),
	CONSTRAINT "coach_applications_name_length" CHECK (char_length(name) BETWEEN 1 AND 80),
	CONSTRAINT "coach_applications_rank_length" CHECK (char_length(rank) BETWEEN 1 AND 200),
	CONSTRAINT "coach_applications_links_length" CHECK (char_length(links) BETWEEN 1 AND 1000),
	CONSTRAINT "coach_applications_about_length" CHECK (char_length(about) BETWEEN 1 AND 4000),
	CONSTRAINT "coach_applications_time_zone_length" CHECK (char_length(time_zone) <= 60)
);--> statement-breakpoint
ALTER TABLE "coach_applications" ADD CONSTRAINT "coach_applications_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coach_applications_open" ON "coach_applications" USING btree ("email","game") WHERE decided_at IS NULL;--> statement-breakpoint
CREATE INDEX "coach_applications_by_age" ON "coach_applications" USING btree ("decided_at");
