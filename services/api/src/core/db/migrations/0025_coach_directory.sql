ALTER TABLE "coaches" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "coaches" ADD COLUMN "games" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "coaches" ADD COLUMN "languages" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "coaches" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "coaches" ADD COLUMN "clip" text;--> statement-breakpoint
ALTER TABLE "coaches" ADD COLUMN "portrait" text;--> statement-breakpoint
ALTER TABLE "coaches" ADD CONSTRAINT "coaches_slug_unique" UNIQUE("slug");--> statement-breakpoint
ALTER TABLE "coaches" ADD CONSTRAINT "coaches_slug_check" CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,39}$');--> statement-breakpoint
ALTER TABLE "coaches" ADD CONSTRAINT "coaches_country_check" CHECK (country ~ '^[A-Z]{2}$');--> statement-breakpoint
ALTER TABLE "coaches" ADD CONSTRAINT "coaches_clip_length" CHECK (char_length(clip) <= 500);--> statement-breakpoint
ALTER TABLE "coaches" ADD CONSTRAINT "coaches_games_count" CHECK (cardinality(games) <= 20);--> statement-breakpoint
ALTER TABLE "coaches" ADD CONSTRAINT "coaches_languages_count" CHECK (cardinality(languages) <= 8);--> statement-breakpoint
CREATE INDEX "coaches_games" ON "coaches" USING gin ("games");--> statement-breakpoint
-- The featured coach of an existing database: until now the site itself had these games.
UPDATE "coaches" SET "games" = '{cs2,valorant}' WHERE "id" = 1;--> statement-breakpoint
CREATE TABLE "coach_listings" (
	"coach_id" integer PRIMARY KEY NOT NULL,
	"price_cents" integer,
	"is_hourly" boolean NOT NULL,
	"rating_sum" integer NOT NULL,
	"rating_count" integer NOT NULL,
	"score" integer NOT NULL,
	"next_free_at" timestamp with time zone,
	"recheck_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
ALTER TABLE "coach_listings" ADD CONSTRAINT "coach_listings_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coach_listings_by_score" ON "coach_listings" USING btree ("score" DESC NULLS LAST,"coach_id");--> statement-breakpoint
CREATE INDEX "coach_listings_by_price" ON "coach_listings" USING btree ("price_cents","coach_id");--> statement-breakpoint
CREATE INDEX "coach_listings_by_time" ON "coach_listings" USING btree ("next_free_at","coach_id");--> statement-breakpoint
CREATE INDEX "coach_listings_due" ON "coach_listings" USING btree ("recheck_at");--> statement-breakpoint
CREATE TABLE "listing_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"coach_id" integer NOT NULL
);--> statement-breakpoint
CREATE INDEX "listing_changes_by_coach" ON "listing_changes" USING btree ("coach_id");--> statement-breakpoint
INSERT INTO "listing_changes" ("coach_id") SELECT "id" FROM "coaches";--> statement-breakpoint
CREATE FUNCTION queue_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_changes (coach_id)
    VALUES ((to_jsonb(COALESCE(NEW, OLD)) ->> TG_ARGV[0])::integer);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER queue_listing AFTER INSERT
  OR UPDATE OF time_zone, buffer_minutes, notice_minutes, days_ahead, games ON coaches
  FOR EACH ROW EXECUTE FUNCTION queue_listing('id');--> statement-breakpoint
CREATE TRIGGER queue_listing AFTER INSERT OR UPDATE OR DELETE ON services
  FOR EACH ROW EXECUTE FUNCTION queue_listing('coach_id');--> statement-breakpoint
CREATE TRIGGER queue_listing AFTER INSERT OR UPDATE OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION queue_listing('coach_id');--> statement-breakpoint
CREATE TRIGGER queue_listing AFTER INSERT OR UPDATE OR DELETE ON weekly_hours
  FOR EACH ROW EXECUTE FUNCTION queue_listing('coach_id');--> statement-breakpoint
CREATE TRIGGER queue_listing AFTER INSERT OR UPDATE OR DELETE ON special_days
  FOR EACH ROW EXECUTE FUNCTION queue_listing('coach_id');--> statement-breakpoint
CREATE TRIGGER queue_listing AFTER INSERT OR DELETE
  OR UPDATE OF status, starts_at, ends_at, hold_expires_at ON bookings
  FOR EACH ROW EXECUTE FUNCTION queue_listing('coach_id');--> statement-breakpoint
DROP TRIGGER count_change ON coaches;--> statement-breakpoint
CREATE TRIGGER count_change AFTER INSERT OR DELETE
  OR UPDATE OF name, description, image_path, special_offer, rank_images, slug, games, languages,
    country, clip, portrait ON coaches
  FOR EACH ROW EXECUTE FUNCTION count_coach_change('id');
