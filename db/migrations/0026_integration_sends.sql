CREATE TABLE "integration_sends" (
	"integration_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"succeeded" integer NOT NULL,
	"failed" integer NOT NULL,
	"retried" integer NOT NULL,
	"durations" integer[] NOT NULL,
	"error_at" timestamp (3) with time zone,
	"error_message" text,
	"error_code" text,
	CONSTRAINT "integration_sends_integration_id_minute_pk" PRIMARY KEY("integration_id","minute")
);
--> statement-breakpoint
CREATE INDEX "integration_sends_errors" ON "integration_sends" USING btree ("integration_id","minute") WHERE error_at is not null;--> statement-breakpoint
CREATE INDEX "integration_sends_minute" ON "integration_sends" USING brin ("minute");