ALTER TABLE "resumptions" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "resumptions" ADD COLUMN "spread_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "resumptions" ADD COLUMN "counted_at" timestamp (3) with time zone;