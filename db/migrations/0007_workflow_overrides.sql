CREATE TABLE "workflow_overrides" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"active" boolean NOT NULL,
	"preference_settings" jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "workflow_overrides_pair" UNIQUE("workflow_id","tenant_id")
);
--> statement-breakpoint
ALTER TABLE "workflow_overrides" ADD CONSTRAINT "workflow_overrides_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workflow_overrides_tenant" ON "workflow_overrides" USING btree ("tenant_id");