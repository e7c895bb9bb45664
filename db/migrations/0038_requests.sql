CREATE TABLE "api_requests" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"key_end" text NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"path" text NOT NULL,
	"query" text,
	"status" integer NOT NULL,
	"duration_ms" integer NOT NULL,
	"address" text,
	"user_agent" text,
	"content_type" text,
	"idempotency_key" text,
	"is_replay" boolean DEFAULT false NOT NULL,
	"request_id" text NOT NULL,
	"body" text,
	"body_bytes" bigint,
	"body_is_cut" boolean DEFAULT false NOT NULL,
	"answer" text,
	"answer_bytes" bigint,
	"answer_is_cut" boolean DEFAULT false NOT NULL,
	"error" jsonb,
	"transaction_ids" text[] NOT NULL,
	"duplicate_ids" text[] NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "api_requests_id_expire_at_pk" PRIMARY KEY("id","expire_at")
) PARTITION BY RANGE ("expire_at");
--> statement-breakpoint
CREATE TABLE "api_requests_default" PARTITION OF "api_requests" DEFAULT;
--> statement-breakpoint
CREATE TABLE "unrecorded_requests" (
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "unrecorded_requests_environment_id_hour_pk" PRIMARY KEY("environment_id","hour")
);
--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "recorded_requests" text DEFAULT 'everything' NOT NULL;--> statement-breakpoint
CREATE INDEX "api_requests_environment_created" ON "api_requests" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "api_requests_refused" ON "api_requests" USING btree ("environment_id","created_at","id") WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "api_requests_transactions" ON "api_requests" USING gin ("transaction_ids") WHERE transaction_ids <> '{}';