ALTER TABLE "events" ADD COLUMN "test_mode" jsonb;--> statement-breakpoint
ALTER TABLE "run_counts" ADD COLUMN "dry_runs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "is_dry" boolean DEFAULT false NOT NULL;