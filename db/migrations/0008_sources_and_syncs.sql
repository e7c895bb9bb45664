ALTER TABLE "environments" ADD COLUMN "bridge_synced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "translations" ADD COLUMN "sources" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "translations" ADD COLUMN "replaced" jsonb DEFAULT '{}'::jsonb NOT NULL;