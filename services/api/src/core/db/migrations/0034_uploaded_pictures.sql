ALTER TABLE "coach_applications" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "coaches" ADD COLUMN "gallery" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_applications" ADD CONSTRAINT "coach_applications_picture_check" CHECK (picture ~ '^proof-[0-9a-f]{32}.webp$');--> statement-breakpoint
ALTER TABLE "coaches" ADD CONSTRAINT "coaches_gallery_count" CHECK (jsonb_array_length(gallery) <= 6);--> statement-breakpoint
DROP TRIGGER count_change ON coaches;--> statement-breakpoint
CREATE TRIGGER count_change AFTER INSERT OR DELETE
  OR UPDATE OF name, description, image_path, special_offer, rank_images, slug, games, languages,
    country, clip, portrait, gallery ON coaches
  FOR EACH ROW EXECUTE FUNCTION count_coach_change('id');
