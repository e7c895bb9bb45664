CREATE TABLE "translation_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"texts" jsonb NOT NULL,
	"size" integer NOT NULL,
	"keys" integer NOT NULL,
	"revision" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "default_locale" text;--> statement-breakpoint
ALTER TABLE "translations" ADD CONSTRAINT "translations_group_id_translation_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."translation_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "translation_groups_environment_identifier" ON "translation_groups" USING btree ("environment_id","identifier");--> statement-breakpoint
CREATE INDEX "translation_groups_parent" ON "translation_groups" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "translations_group_locale" ON "translations" USING btree ("group_id","locale");