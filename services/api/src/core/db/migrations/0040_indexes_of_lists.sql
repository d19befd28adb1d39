CREATE INDEX "reviews_hidden" ON "reviews" USING btree ("id") WHERE hidden_because IS NOT NULL;--> statement-breakpoint
CREATE INDEX "services_of_coach" ON "services" USING btree ("coach_id");