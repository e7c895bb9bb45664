ALTER TABLE "deliveries" ADD COLUMN "completion" text DEFAULT 'all_sent' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "device_tokens" jsonb;