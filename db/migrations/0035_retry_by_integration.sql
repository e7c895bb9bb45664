ALTER TABLE "deliveries" ADD COLUMN "is_bound" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "resumptions" ADD COLUMN "integration" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "integration_id" uuid;--> statement-breakpoint
UPDATE "deliveries" SET "is_bound" = true, "failover" = "failover" - 'isBound' WHERE "failover" ? 'isBound';
