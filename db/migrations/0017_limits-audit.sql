CREATE TABLE "audit_logs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid,
	"actor" text NOT NULL,
	"user_id" uuid,
	"key_end" text,
	"roles" text[] NOT NULL,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" text,
	"entity_name" text,
	"changes" jsonb NOT NULL,
	"address" text,
	"user_agent" text,
	"request_id" text,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_buckets" (
	"environment_id" uuid NOT NULL,
	"category" text NOT NULL,
	"tokens" integer NOT NULL,
	"refilled_at" double precision NOT NULL,
	"expire_at" double precision NOT NULL,
	"granted" integer NOT NULL,
	CONSTRAINT "rate_buckets_environment_id_category_pk" PRIMARY KEY("environment_id","category")
);
--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "api_rate_limits" jsonb;--> statement-breakpoint
CREATE INDEX "audit_logs_organization" ON "audit_logs" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_logs_environment" ON "audit_logs" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_logs_actor" ON "audit_logs" USING btree ("organization_id","user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_logs_entity" ON "audit_logs" USING btree ("organization_id","entity_type","entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_logs_action" ON "audit_logs" USING btree ("organization_id","action","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_logs_expire" ON "audit_logs" USING brin ("expire_at");