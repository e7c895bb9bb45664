ALTER TABLE "layouts" ADD COLUMN "updater_id" uuid;--> statement-breakpoint
ALTER TABLE "layouts" ADD COLUMN "mjml" text;