CREATE INDEX "review_reports_by_user" ON "review_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "message_reports_by_user" ON "message_reports" USING btree ("user_id");