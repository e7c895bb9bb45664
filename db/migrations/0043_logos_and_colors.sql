CREATE TABLE "organization_logos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"type" text NOT NULL,
	"file" "bytea" NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "color" text;--> statement-breakpoint
CREATE INDEX "organization_logos_newest" ON "organization_logos" USING btree ("organization_id","created_at");