DROP INDEX "subscribers_environment_id";--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_environment_id" ON "subscribers" USING btree ("environment_id","id") WHERE deleted_at is null;