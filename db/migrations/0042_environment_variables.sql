CREATE TABLE "environment_variable_values" (
	"variable_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"value" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	"set_by" uuid,
	CONSTRAINT "environment_variable_values_variable_id_environment_id_pk" PRIMARY KEY("variable_id","environment_id")
);
--> statement-breakpoint
CREATE TABLE "environment_variables" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"is_secret" boolean NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "environment_variables_key" UNIQUE("organization_id","key")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "variables_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "environment_variable_values" ADD CONSTRAINT "environment_variable_values_variable_id_environment_variables_id_fk" FOREIGN KEY ("variable_id") REFERENCES "public"."environment_variables"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "environment_variable_values_environment" ON "environment_variable_values" USING btree ("environment_id");