CREATE TABLE "analytics_counts" (
	"environment_id" uuid NOT NULL,
	"starts_at" timestamp (6) with time zone NOT NULL,
	"workflow_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"step_type" text NOT NULL,
	"provider_id" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_spans" (
	"environment_id" uuid NOT NULL,
	"starts_at" timestamp (6) with time zone NOT NULL,
	"ends_at" timestamp (6) with time zone NOT NULL,
	"is_open" boolean NOT NULL,
	"runs" integer NOT NULL,
	"messages" integer NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "analytics_spans_environment_id_starts_at_pk" PRIMARY KEY("environment_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "analytics_tenant_counts" (
	"environment_id" uuid NOT NULL,
	"starts_at" timestamp (6) with time zone NOT NULL,
	"workflow_id" uuid NOT NULL,
	"tenant" text NOT NULL,
	"triggered" integer NOT NULL,
	"delivered" integer NOT NULL,
	"failed" integer NOT NULL,
	"skipped" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "analytics_counts_span" ON "analytics_counts" USING btree ("environment_id","starts_at");--> statement-breakpoint
CREATE INDEX "analytics_counts_starts" ON "analytics_counts" USING brin ("starts_at");--> statement-breakpoint
CREATE INDEX "analytics_spans_due" ON "analytics_spans" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "analytics_tenant_counts_span" ON "analytics_tenant_counts" USING btree ("environment_id","starts_at");--> statement-breakpoint
CREATE INDEX "analytics_tenant_counts_starts" ON "analytics_tenant_counts" USING brin ("starts_at");