CREATE INDEX "mail_tokens_user" ON "mail_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_states_user" ON "chat_states" USING btree ("user_id");