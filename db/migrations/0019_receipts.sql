ALTER TABLE "deliveries" ADD COLUMN "first_leased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "receipt" jsonb;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "receipt_due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "deliveries_receipts" ON "deliveries" USING btree ("receipt_due_at") WHERE receipt_due_at is not null;