DROP INDEX "resumptions_environment_created";--> statement-breakpoint
ALTER TABLE "resumptions" ADD COLUMN "kind" text DEFAULT 'resume' NOT NULL;--> statement-breakpoint
ALTER TABLE "resumptions" ADD COLUMN "created_by" jsonb;--> statement-breakpoint
CREATE INDEX "resumptions_environment_created" ON "resumptions" USING btree ("environment_id","kind","created_at");