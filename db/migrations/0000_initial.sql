CREATE TABLE "account_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mail" text,
	"alert" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text DEFAULT 'environment' NOT NULL,
	"name" text DEFAULT 'Default' NOT NULL,
	"role" text DEFAULT 'admin' NOT NULL,
	"hash" text NOT NULL,
	"key_end" text DEFAULT '' NOT NULL,
	"encrypted_key" text,
	"rolled_since" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"replaced_by_id" uuid,
	"last_used_at" timestamp (3) with time zone,
	"expire_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"entity_id" uuid NOT NULL,
	"type" text NOT NULL,
	"parent_id" uuid,
	"enabled" boolean DEFAULT false NOT NULL,
	"state" jsonb NOT NULL,
	"promoted" jsonb,
	"recorded_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clean_ups" (
	"kind" text PRIMARY KEY NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"rows" integer NOT NULL,
	"partitions" text[] NOT NULL,
	"spared_events" integer NOT NULL,
	"error" text
);
--> statement-breakpoint
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
CREATE TABLE "environments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"color" text,
	"parent_id" uuid,
	"bridge_url" text,
	"bridge_self_signed" boolean DEFAULT false NOT NULL,
	"bridge_synced_at" timestamp (3) with time zone,
	"inbound_parse_domain" text,
	"mx_record_configured" boolean DEFAULT false NOT NULL,
	"api_rate_limits" jsonb,
	"retention" jsonb,
	"safety_caps" jsonb,
	"test_delivery" jsonb,
	"suppression_rules" jsonb,
	"requires_approval" boolean DEFAULT false NOT NULL,
	"recorded_requests" text DEFAULT 'everything' NOT NULL,
	"kept_events" text DEFAULT 'wanted' NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"person" jsonb,
	"state" text DEFAULT 'running' NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"cursor" text,
	"ended_runs" integer DEFAULT 0 NOT NULL,
	"erased_rows" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid,
	"call_id" uuid NOT NULL,
	"body_hash" text NOT NULL,
	"claim" uuid NOT NULL,
	"leased_until" timestamp (3) with time zone NOT NULL,
	"status" smallint,
	"content_type" text,
	"body" text,
	"is_omitted" boolean DEFAULT false NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"last_attempt_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid,
	"roles" text[] NOT NULL,
	"status" text NOT NULL,
	"invite_email" text,
	"inviter_id" uuid,
	"invited_at" timestamp (3) with time zone,
	"invite_mailed_at" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"invite_token_hash" text,
	"invite_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organization_logos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"type" text NOT NULL,
	"file" "bytea" NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"logo" text,
	"branding" jsonb,
	"service_level" text DEFAULT 'free' NOT NULL,
	"domain" text,
	"language" text[],
	"default_locale" text,
	"demands_second_factor" boolean DEFAULT false NOT NULL,
	"variables_revision" integer DEFAULT 0 NOT NULL,
	"product_use_cases" jsonb,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email_hash" text NOT NULL,
	"user_id" uuid,
	"token_hash" text,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "presences" (
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"process_id" uuid NOT NULL,
	CONSTRAINT "presences_subscriber_id_process_id_pk" PRIMARY KEY("subscriber_id","process_id")
);
--> statement-breakpoint
CREATE TABLE "publications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"source_environment_id" uuid NOT NULL,
	"state" text NOT NULL,
	"note" text,
	"items" jsonb NOT NULL,
	"requested_by" jsonb NOT NULL,
	"decided_by" jsonb,
	"reason" text,
	"reverted_by" jsonb,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"published_at" timestamp (3) with time zone
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
CREATE TABLE "roles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"identifier" text NOT NULL,
	"name" text NOT NULL,
	"permissions" text[] NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "saved_views_name" UNIQUE("environment_id","user_id","list","name")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" text,
	"address" text,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text,
	"email" text NOT NULL,
	"password_hash" text,
	"pending_email" text,
	"pending_email_expire_at" timestamp (3) with time zone,
	"profile_picture" text,
	"email_verified_at" timestamp (3) with time zone,
	"github_id" text,
	"job_title" text,
	"show_on_boarding" boolean,
	"show_on_boarding_tour" integer,
	"totp_secret" text,
	"totp_enabled_at" timestamp (3) with time zone,
	"totp_last_step" integer,
	"recovery_codes" text[] DEFAULT '{}' NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_counts" (
	"environment_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "activity_counts_environment_id_hour_kind_pk" PRIMARY KEY("environment_id","hour","kind")
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"events" text[] NOT NULL,
	"frequency" jsonb,
	"emails" text[] NOT NULL,
	"slack_url" text,
	"active" boolean NOT NULL,
	"last_raised_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "failing_integrations" (
	"integration_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"quiet_since" timestamp (3) with time zone
);
--> statement-breakpoint
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
CREATE TABLE "contexts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"context_id" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"cohort_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"message_expire_at" timestamp (3) with time zone NOT NULL,
	"position" smallint NOT NULL,
	"channel" text NOT NULL,
	"integration_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"state" text NOT NULL,
	"attempt" smallint DEFAULT 0 NOT NULL,
	"lease_owner" uuid,
	"first_leased_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"request" jsonb,
	"valid_until" timestamp (3) with time zone,
	"bytes" integer NOT NULL,
	"failover" jsonb,
	"is_bound" boolean DEFAULT false NOT NULL,
	"completion" text DEFAULT 'all_sent' NOT NULL,
	"is_only" boolean NOT NULL,
	"is_last" boolean NOT NULL,
	"error" jsonb,
	"receipt" jsonb,
	"receipt_due_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deliveries_id_expire_at_pk" PRIMARY KEY("id","expire_at")
) PARTITION BY RANGE ("expire_at");
--> statement-breakpoint
CREATE TABLE "deliveries_default" PARTITION OF "deliveries" DEFAULT WITH (fillfactor = 60);
--> statement-breakpoint
CREATE TABLE "delivery_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"identifier" text NOT NULL,
	"status" text NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"is_permanent" boolean,
	"response" text,
	"raw" text,
	"message_id" uuid,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_messages" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"month" text NOT NULL,
	"number" integer NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "event_attachments" (
	"event_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"file" "bytea" NOT NULL,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "event_attachments_event_id_number_pk" PRIMARY KEY("event_id","number")
);
--> statement-breakpoint
CREATE TABLE "event_contents" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"payload" jsonb NOT NULL,
	"payload_size" integer,
	"overrides" jsonb NOT NULL,
	"recipients" jsonb,
	"actor" jsonb,
	"local_start" jsonb,
	"tenant" jsonb,
	"contexts" jsonb,
	"context_keys" text[],
	"bridge" jsonb,
	"depth" smallint DEFAULT 0 NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_quotas" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	"taken" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"transaction_id" text NOT NULL,
	"workflow_id" uuid NOT NULL,
	"workflow_version_id" uuid NOT NULL,
	"execution_id" text NOT NULL,
	"audience" text NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"canceled_at" timestamp (3) with time zone,
	"canceled_by" jsonb,
	"valid_until" timestamp (3) with time zone,
	"stop_reason" text,
	"retention" jsonb,
	"test_mode" jsonb,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_portions" (
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"lines" jsonb NOT NULL,
	CONSTRAINT "import_portions_import_id_number_pk" PRIMARY KEY("import_id","number")
);
--> statement-breakpoint
CREATE TABLE "import_problems" (
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"line" integer NOT NULL,
	"field" text,
	"message" text NOT NULL,
	CONSTRAINT "import_problems_import_id_number_pk" PRIMARY KEY("import_id","number")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"dry_run" boolean NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"problems" integer DEFAULT 0 NOT NULL,
	"next_portion" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbound_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"message_expire_at" timestamp (3) with time zone NOT NULL,
	"mail" jsonb,
	"bytes" integer DEFAULT 0 NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"to" text[] NOT NULL,
	"from" text,
	"subject" text,
	"html" text,
	"text" text,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text,
	"event_types" text[],
	"active" boolean NOT NULL,
	"disabled_reason" text,
	"secret" text NOT NULL,
	"former_secret" text,
	"former_secret_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"paused_until" timestamp (3) with time zone,
	"recovering_until" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"stored_by" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"number" bigserial NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"last_attempt_at" timestamp (3) with time zone,
	"response_status" integer,
	"response_body" text,
	"error" text,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "integration_reports" (
	"integration_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"received_at" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone,
	"refusal" text
);
--> statement-breakpoint
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
CREATE TABLE "integrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"channel" text NOT NULL,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"credentials" jsonb NOT NULL,
	"secrets_set" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"active" boolean NOT NULL,
	"primary" boolean DEFAULT false NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"conditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"retry_in_doubt" boolean DEFAULT true NOT NULL,
	"remove_branding" boolean,
	"pace" jsonb,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lifted_suppressions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"stream" text NOT NULL,
	"note" text,
	"provider_id" text,
	"message_id" uuid,
	"suppressed_at" timestamp (6) with time zone NOT NULL,
	"why" text,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vendor_lifts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"suppression_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"name" text NOT NULL,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"words" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"feed_id" uuid,
	"actor_id" uuid,
	"event_id" uuid NOT NULL,
	"transaction_id" text NOT NULL,
	"template_identifier" text NOT NULL,
	"channel" text NOT NULL,
	"provider_id" text,
	"identifier" text,
	"reports" jsonb,
	"subject" text,
	"title" text,
	"content" text,
	"content_format" text DEFAULT 'html' NOT NULL,
	"blocks" jsonb,
	"cta" jsonb,
	"actor" jsonb,
	"data" jsonb,
	"email" text,
	"phone" text,
	"device_tokens" jsonb,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"context_keys" text[],
	"seen" boolean DEFAULT false NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"severity" text DEFAULT 'none' NOT NULL,
	"first_seen_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	"last_read_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"snoozed_until" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone[],
	"status" text DEFAULT 'sent' NOT NULL,
	"error_id" text,
	"error_text" text,
	"valid_until" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "messages_id_expire_at_pk" PRIMARY KEY("id","expire_at")
) PARTITION BY RANGE ("expire_at");
--> statement-breakpoint
CREATE TABLE "messages_default" PARTITION OF "messages" DEFAULT;
--> statement-breakpoint
CREATE TABLE "preferences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"type" text NOT NULL,
	"workflow_id" uuid,
	"subscriber_id" uuid,
	"context_keys" text[],
	"enabled" boolean,
	"read_only" boolean DEFAULT false NOT NULL,
	"channels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sources" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "preferences_layer" UNIQUE NULLS NOT DISTINCT("environment_id","type","workflow_id","subscriber_id","context_keys")
);
--> statement-breakpoint
CREATE TABLE "rates" (
	"environment_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"events" bigint NOT NULL,
	"messages" bigint NOT NULL,
	CONSTRAINT "rates_environment_id_target_id_starts_at_pk" PRIMARY KEY("environment_id","target_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "run_count_watermarks" (
	"environment_id" uuid PRIMARY KEY NOT NULL,
	"counted_until" timestamp (6) with time zone,
	"span_starts_at" timestamp (6) with time zone,
	"span_runs" integer DEFAULT 0 NOT NULL,
	"messages_counted_until" timestamp (6) with time zone,
	"failures_counted_until" timestamp (6) with time zone,
	"failures_counted_to" uuid
);
--> statement-breakpoint
CREATE TABLE "run_counts" (
	"environment_id" uuid NOT NULL,
	"starts_at" timestamp (6) with time zone NOT NULL,
	"workflow_id" uuid NOT NULL,
	"workflow_version_id" uuid NOT NULL,
	"runs" integer NOT NULL,
	"dry_runs" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "run_counts_environment_id_starts_at_workflow_version_id_pk" PRIMARY KEY("environment_id","starts_at","workflow_version_id")
);
--> statement-breakpoint
CREATE TABLE "cohorts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"execution_id" text NOT NULL,
	"recipients_from" integer NOT NULL,
	"recipients_to" integer NOT NULL,
	"ids_after" uuid,
	"ids_up_to" uuid,
	"cursor" text,
	"due_at" timestamp (3) with time zone,
	"stop_reason" text,
	"reopen" boolean DEFAULT false NOT NULL,
	"reopened_up_to" uuid,
	"runs" integer DEFAULT 0 NOT NULL,
	"reached_runs" integer DEFAULT 0 NOT NULL,
	"failed_runs" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"queued" integer DEFAULT 0 NOT NULL,
	"running" integer DEFAULT 0 NOT NULL,
	"completed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"delayed" integer DEFAULT 0 NOT NULL,
	"canceled" integer DEFAULT 0 NOT NULL,
	"merged" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"versions" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "digest_arrivals" (
	"environment_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"digest_value" text NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"previous_at" timestamp (3) with time zone,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "digest_arrivals_key" PRIMARY KEY("environment_id","workflow_id","step_id","subscriber_id","digest_value")
);
--> statement-breakpoint
CREATE TABLE "digest_members" (
	"run_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"event_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"window_id" uuid,
	"left_window_id" uuid,
	"joined_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "digest_members_run_id_step_id_pk" PRIMARY KEY("run_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "digest_windows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"digest_value" text NOT NULL,
	"master_run_id" uuid NOT NULL,
	"opened_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"closes_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"discarded" boolean DEFAULT false NOT NULL,
	"discarded_by" jsonb,
	"sent_by" jsonb,
	"is_ending" boolean DEFAULT false NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_waits" (
	"run_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"awaited" text NOT NULL,
	"match_path" text,
	"match_value" jsonb,
	"since" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_waits_run_id_step_id_pk" PRIMARY KEY("run_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "execution_details" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"message_id" uuid,
	"provider_id" text,
	"detail" text NOT NULL,
	"source" text NOT NULL,
	"status" text NOT NULL,
	"is_retry" boolean DEFAULT false NOT NULL,
	"raw" text,
	"webhook_status" text,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
) PARTITION BY RANGE ("expire_at");
--> statement-breakpoint
CREATE TABLE "execution_details_default" PARTITION OF "execution_details" DEFAULT;
--> statement-breakpoint
CREATE TABLE "failure_counts" (
	"environment_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"workflow_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"step_type" text NOT NULL,
	"provider_id" text NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "failure_counts_pk" PRIMARY KEY("environment_id","hour","workflow_id","reason","step_type","provider_id")
);
--> statement-breakpoint
CREATE TABLE "failure_group_hours" (
	"environment_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"workflow_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "failure_group_hours_pk" PRIMARY KEY("group_id","hour","workflow_id","version")
);
--> statement-breakpoint
CREATE TABLE "failure_group_people" (
	"environment_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	CONSTRAINT "failure_group_people_pk" PRIMARY KEY("group_id","subscriber_id")
);
--> statement-breakpoint
CREATE TABLE "failure_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"step_type" text NOT NULL,
	"provider_id" text NOT NULL,
	"reason" text NOT NULL,
	"code" text NOT NULL,
	"text" text NOT NULL,
	"first_seen" timestamp (3) with time zone NOT NULL,
	"last_seen" timestamp (3) with time zone NOT NULL,
	"failures" bigint NOT NULL,
	"people" integer DEFAULT 0 NOT NULL,
	"latest_runs" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"state_at" timestamp (3) with time zone,
	"state_by" jsonb,
	"state_reason" text,
	"ignore_rule" jsonb,
	"ignored_failures" integer DEFAULT 0 NOT NULL,
	"ignored_minute" timestamp (3) with time zone,
	"ignored_in_minute" integer DEFAULT 0 NOT NULL,
	"frequency" jsonb,
	"came_back_at" timestamp (3) with time zone,
	"came_back_from" text,
	"came_back_workflow_id" uuid,
	"came_back_version" integer
);
--> statement-breakpoint
CREATE TABLE "held_runs" (
	"pause_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"cohort_id" uuid NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "held_runs_pause_id_run_id_pk" PRIMARY KEY("pause_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "http_requests" (
	"run_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"attempt" smallint NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"result" jsonb,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "http_requests_run_id_step_id_pk" PRIMARY KEY("run_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "integration_outages" (
	"integration_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"since" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"error_class" text NOT NULL,
	"message" text NOT NULL,
	"cool_downs" smallint NOT NULL,
	"cools_until" timestamp (3) with time zone NOT NULL,
	"probe_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"provider_id" text,
	"error" jsonb,
	"output" jsonb,
	"due_at" timestamp (3) with time zone,
	"queued_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "jobs_id_expire_at_pk" PRIMARY KEY("id","expire_at")
) PARTITION BY RANGE ("expire_at");
--> statement-breakpoint
CREATE TABLE "jobs_default" PARTITION OF "jobs" DEFAULT WITH (fillfactor = 60);
--> statement-breakpoint
CREATE TABLE "lane_queues" (
	"integration_id" uuid NOT NULL,
	"cohort_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"transaction_id" text NOT NULL,
	"channel" text NOT NULL,
	"priority" smallint NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lane_queues_integration_id_cohort_id_pk" PRIMARY KEY("integration_id","cohort_id")
);
--> statement-breakpoint
CREATE TABLE "lanes" (
	"integration_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"pace" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pauses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"workflow_id" uuid,
	"subscriber_id" uuid,
	"limit" bigint NOT NULL,
	"counted" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "resumptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"kind" text DEFAULT 'resume' NOT NULL,
	"name" text,
	"run_ids" uuid[],
	"filter" jsonb,
	"version" text NOT NULL,
	"integration" jsonb,
	"state" text NOT NULL,
	"spread_seconds" integer DEFAULT 0 NOT NULL,
	"counted_at" timestamp (3) with time zone,
	"cursor_at" timestamp(6) with time zone,
	"cursor_id" uuid,
	"total" integer DEFAULT 0 NOT NULL,
	"resumed" integer DEFAULT 0 NOT NULL,
	"refused" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by" jsonb,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"cohort_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"workflow_version_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"transaction_id" text NOT NULL,
	"source" text NOT NULL,
	"is_dry" boolean DEFAULT false NOT NULL,
	"integration_id" uuid,
	"resumed_by" text,
	"position" smallint NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"stop_reason" text,
	"digested_run_id" uuid,
	"handled" jsonb,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "runs_id_expire_at_pk" PRIMARY KEY("id","expire_at")
) PARTITION BY RANGE ("expire_at");
--> statement-breakpoint
CREATE TABLE "runs_default" PARTITION OF "runs" DEFAULT WITH (fillfactor = 80);
--> statement-breakpoint
CREATE TABLE "signals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"name" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttle_claims" (
	"run_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"passed" boolean NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "throttle_claims_run_id_step_id_pk" PRIMARY KEY("run_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "throttle_windows" (
	"environment_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"throttle_value" text NOT NULL,
	"passed" integer NOT NULL,
	"last_run_id" uuid NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "throttle_windows_key" PRIMARY KEY("environment_id","workflow_id","step_id","subscriber_id","throttle_value")
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"subscriber_id" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"email" text,
	"phone" text,
	"avatar" text,
	"locale" text,
	"timezone" text,
	"hours" jsonb,
	"data" jsonb,
	"channels" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tokens_stored_at" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_online" boolean,
	"last_online_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "soft_bounces" (
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"bounces" jsonb NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "soft_bounces_environment_id_address_channel_pk" PRIMARY KEY("environment_id","address","channel")
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"stream" text DEFAULT 'all' NOT NULL,
	"note" text,
	"provider_id" text,
	"message_id" uuid,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"identifier" text NOT NULL,
	"name" text,
	"data" jsonb,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "topic_subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"topic_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"identifier" text,
	"name" text,
	"context_keys" text[],
	"preferences" jsonb,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "topic_subscribers_subscription" UNIQUE NULLS NOT DISTINCT("topic_id","subscriber_id","context_keys","identifier")
);
--> statement-breakpoint
CREATE TABLE "topics" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"data" jsonb,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watermarks" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "control_values" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"bridge_step_id" text NOT NULL,
	"controls" jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "layouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"updater_id" uuid,
	"parent_id" uuid,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"description" text,
	"content" text NOT NULL,
	"mjml" text,
	"variables" jsonb NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"parent_id" uuid,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payload_samples" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"name" text NOT NULL,
	"payload" json NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "payload_samples_workflow_name" UNIQUE("workflow_id","name")
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"workflow_id" uuid NOT NULL,
	"event" jsonb NOT NULL,
	"recurrence" jsonb NOT NULL,
	"timezone" text NOT NULL,
	"in_subscriber_timezone" boolean NOT NULL,
	"start_at" timestamp (3) with time zone,
	"end_at" timestamp (3) with time zone,
	"missed" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"recurs_from" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone,
	"fire_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"last_run_at" timestamp (3) with time zone,
	"last_transaction_id" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
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
	"sources" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"replaced" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revision" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "workflow_steps" (
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"type" text NOT NULL,
	"name" text,
	"uuid" text,
	"active" boolean NOT NULL,
	"should_stop_on_fail" boolean NOT NULL,
	"outside_hours" text DEFAULT 'defer' NOT NULL,
	"reply_callback" jsonb NOT NULL,
	"filters" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"template" jsonb NOT NULL,
	"variants" jsonb NOT NULL,
	"bridge_step_id" text,
	"branch_id" text,
	"expires_after" jsonb,
	"integration_identifier" text,
	"controls" jsonb,
	"issues" jsonb,
	CONSTRAINT "workflow_steps_version_id_step_id_pk" PRIMARY KEY("version_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "workflow_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"workflow_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"variables" jsonb NOT NULL,
	"definition" jsonb,
	"payload_schema" jsonb,
	"validate_payload" boolean DEFAULT false NOT NULL,
	"restored_from" integer,
	"creator_id" uuid NOT NULL,
	"name" text,
	"kept_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"identifier" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"active" boolean DEFAULT false NOT NULL,
	"critical" boolean DEFAULT false NOT NULL,
	"type" text DEFAULT 'REGULAR' NOT NULL,
	"origin" text DEFAULT 'novu-cloud-v1' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"preference_settings" jsonb NOT NULL,
	"preferences_read_only" boolean DEFAULT false NOT NULL,
	"preferences_enabled" boolean DEFAULT true NOT NULL,
	"severity" text DEFAULT 'none' NOT NULL,
	"has_issues" boolean DEFAULT false NOT NULL,
	"notification_group_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"parent_id" uuid,
	"blueprint_id" uuid,
	"data" jsonb,
	"safety_caps" jsonb,
	"version_id" uuid NOT NULL,
	"last_triggered_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environment_variable_values" ADD CONSTRAINT "environment_variable_values_variable_id_environment_variables_id_fk" FOREIGN KEY ("variable_id") REFERENCES "public"."environment_variables"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environments" ADD CONSTRAINT "environments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_portions" ADD CONSTRAINT "import_portions_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_problems" ADD CONSTRAINT "import_problems_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_subscribers" ADD CONSTRAINT "topic_subscribers_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_subscribers" ADD CONSTRAINT "topic_subscribers_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translations" ADD CONSTRAINT "translations_group_id_translation_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."translation_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_overrides" ADD CONSTRAINT "workflow_overrides_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_steps" ADD CONSTRAINT "workflow_steps_version_id_workflow_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."workflow_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_mails_due" ON "account_mails" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_environment" ON "api_keys" USING btree ("environment_id");--> statement-breakpoint
CREATE INDEX "api_keys_organization" ON "api_keys" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "audit_logs_organization" ON "audit_logs" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_logs_environment" ON "audit_logs" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_logs_actor" ON "audit_logs" USING btree ("organization_id","user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_logs_people" ON "audit_logs" USING btree ("organization_id","actor","created_at","id") WHERE "audit_logs"."actor" <> 'key';--> statement-breakpoint
CREATE INDEX "audit_logs_entity" ON "audit_logs" USING btree ("organization_id","entity_type","entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_logs_action" ON "audit_logs" USING btree ("organization_id","action","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "changes_pending" ON "changes" USING btree ("entity_id","type") WHERE not enabled;--> statement-breakpoint
CREATE INDEX "changes_entity" ON "changes" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "changes_workflow" ON "changes" USING btree ((state ->> 'workflowId')) WHERE type = 'MessageTemplate';--> statement-breakpoint
CREATE INDEX "changes_environment_created" ON "changes" USING btree ("environment_id","enabled","created_at") WHERE parent_id is null;--> statement-breakpoint
CREATE INDEX "changes_parent" ON "changes" USING btree ("parent_id") WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX "environment_variable_values_environment" ON "environment_variable_values" USING btree ("environment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "environments_identifier" ON "environments" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_subscriber" ON "erasures" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "erasures_due" ON "erasures" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "members_organization_user" ON "members" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "members_invitation" ON "members" USING btree ("organization_id","invite_email") WHERE "members"."status" = 'invited';--> statement-breakpoint
CREATE UNIQUE INDEX "members_invite_token" ON "members" USING btree ("invite_token_hash");--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "organization_logos_newest" ON "organization_logos" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "password_resets_email" ON "password_resets" USING btree ("email_hash","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "password_resets_token" ON "password_resets" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "presences_process" ON "presences" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "publications_environment_created" ON "publications" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "publications_waiting" ON "publications" USING btree ("organization_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "roles_identifier" ON "roles" USING btree ("organization_id","identifier");--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("environment_id","list");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_github" ON "users" USING btree ("github_id");--> statement-breakpoint
CREATE INDEX "activity_counts_hour" ON "activity_counts" USING brin ("hour");--> statement-breakpoint
CREATE INDEX "alert_rules_environment" ON "alert_rules" USING btree ("environment_id","created_at");--> statement-breakpoint
CREATE INDEX "analytics_counts_span" ON "analytics_counts" USING btree ("environment_id","starts_at");--> statement-breakpoint
CREATE INDEX "analytics_counts_starts" ON "analytics_counts" USING brin ("starts_at");--> statement-breakpoint
CREATE INDEX "analytics_spans_due" ON "analytics_spans" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "analytics_tenant_counts_span" ON "analytics_tenant_counts" USING btree ("environment_id","starts_at");--> statement-breakpoint
CREATE INDEX "analytics_tenant_counts_starts" ON "analytics_tenant_counts" USING brin ("starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "contexts_environment_key" ON "contexts" USING btree ("environment_id","key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "contexts_environment_id" ON "contexts" USING btree ("environment_id","context_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "contexts_environment_created" ON "contexts" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("cohort_id","integration_id",(error is null),"due_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "deliveries_run" ON "deliveries" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "deliveries_retrying" ON "deliveries" USING btree ("environment_id","due_at","id") WHERE state = 'open' and error is not null;--> statement-breakpoint
CREATE INDEX "deliveries_receipts" ON "deliveries" USING btree ("receipt_due_at") WHERE receipt_due_at is not null;--> statement-breakpoint
CREATE INDEX "deliveries_failed" ON "deliveries" USING btree ("cohort_id") WHERE state in ('failed', 'stopped');--> statement-breakpoint
CREATE INDEX "delivery_reports_unmatched" ON "delivery_reports" USING btree ("created_at") WHERE message_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "demo_messages_number" ON "demo_messages" USING btree ("environment_id","provider_id","month","number");--> statement-breakpoint
CREATE INDEX "demo_messages_created" ON "demo_messages" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "api_requests_environment_created" ON "api_requests" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "api_requests_refused" ON "api_requests" USING btree ("environment_id","created_at","id") WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "api_requests_transactions" ON "api_requests" USING gin ("transaction_ids") WHERE transaction_ids <> '{}';--> statement-breakpoint
CREATE INDEX "event_attachments_due" ON "event_attachments" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "events_environment_transaction" ON "events" USING btree ("environment_id","transaction_id");--> statement-breakpoint
CREATE INDEX "events_workflow_created" ON "events" USING btree ("workflow_id","created_at","id");--> statement-breakpoint
CREATE INDEX "events_problems" ON "events" USING btree ("environment_id","created_at","id") WHERE problems <> '[]';--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "imports_environment_created" ON "imports" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "imports_due" ON "imports" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "inbound_mails_due" ON "inbound_mails" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "inbound_mails_received" ON "inbound_mails" USING btree ("environment_id","created_at");--> statement-breakpoint
CREATE INDEX "inbound_mails_message" ON "inbound_mails" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_messages_message" ON "outbox_messages" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "outbox_messages_environment_created" ON "outbox_messages" USING btree ("environment_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_environment" ON "webhook_endpoints" USING btree ("environment_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_order" ON "webhook_events" USING btree ("environment_id","stored_by","number");--> statement-breakpoint
CREATE INDEX "webhook_events_created" ON "webhook_events" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_messages_due" ON "webhook_messages" USING btree ("endpoint_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_messages_log" ON "webhook_messages" USING btree ("endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_messages_failed" ON "webhook_messages" USING btree ("endpoint_id","created_at","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "integration_sends_errors" ON "integration_sends" USING btree ("integration_id","minute") WHERE error_at is not null;--> statement-breakpoint
CREATE INDEX "integration_sends_minute" ON "integration_sends" USING brin ("minute");--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_organization_identifier" ON "integrations" USING btree ("organization_id","identifier") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_primary" ON "integrations" USING btree ("environment_id","channel") WHERE "primary" and deleted_at is null;--> statement-breakpoint
CREATE INDEX "integrations_environment_channel" ON "integrations" USING btree ("environment_id","channel") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lifted_suppressions_environment_created" ON "lifted_suppressions" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "lifted_suppressions_environment_address" ON "lifted_suppressions" USING btree ("environment_id","address" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "vendor_lifts_suppression" ON "vendor_lifts" USING btree ("suppression_id");--> statement-breakpoint
CREATE INDEX "vendor_lifts_due" ON "vendor_lifts" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "messages_feed" ON "messages" USING btree ("subscriber_id",coalesce(returned_at, created_at),"id") WHERE channel = 'in_app' and deleted_at is null and status = 'sent';--> statement-breakpoint
CREATE INDEX "messages_open" ON "messages" USING btree ("subscriber_id","seen","read","severity","snoozed_until") WHERE channel = 'in_app' and deleted_at is null and status = 'sent' and (not seen or not read);--> statement-breakpoint
CREATE INDEX "messages_severe" ON "messages" USING btree ("subscriber_id","severity","run_id") WHERE channel = 'in_app' and deleted_at is null and status = 'sent' and not read and severity <> 'none';--> statement-breakpoint
CREATE INDEX "messages_step_feed" ON "messages" USING btree ("step_id") WHERE feed_id is not null;--> statement-breakpoint
CREATE INDEX "messages_snoozed" ON "messages" USING btree ("snoozed_until") WHERE snoozed_until is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "messages_channel_created" ON "messages" USING btree ("environment_id","channel","created_at");--> statement-breakpoint
CREATE INDEX "messages_subscriber_created" ON "messages" USING btree ("subscriber_id","created_at") WHERE deleted_at is null and (channel <> 'in_app' or status <> 'sent');--> statement-breakpoint
CREATE INDEX "messages_expiring" ON "messages" USING btree ("environment_id","created_at") WHERE valid_until is not null;--> statement-breakpoint
CREATE INDEX "messages_contexts" ON "messages" USING btree ("environment_id","context_keys","created_at") WHERE context_keys is not null;--> statement-breakpoint
CREATE INDEX "messages_undelivered" ON "messages" USING btree ("environment_id","created_at") WHERE status <> 'sent' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "messages_identifier" ON "messages" USING hash ("identifier") WHERE identifier is not null;--> statement-breakpoint
CREATE INDEX "messages_event" ON "messages" USING btree ("event_id","created_at");--> statement-breakpoint
CREATE INDEX "preferences_subscriber" ON "preferences" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "rates_starts" ON "rates" USING brin ("starts_at");--> statement-breakpoint
CREATE INDEX "run_counts_starts" ON "run_counts" USING brin ("starts_at");--> statement-breakpoint
CREATE INDEX "cohorts_event" ON "cohorts" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "cohorts_organization_due" ON "cohorts" USING btree ("organization_id","due_at","id") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "cohorts_expire" ON "cohorts" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "digest_members_window" ON "digest_members" USING btree ("window_id","joined_at");--> statement-breakpoint
CREATE INDEX "digest_members_left" ON "digest_members" USING btree ("left_window_id","joined_at") WHERE left_window_id is not null;--> statement-breakpoint
CREATE INDEX "digest_members_event" ON "digest_members" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "digest_members_expire" ON "digest_members" USING brin ("expire_at");--> statement-breakpoint
CREATE UNIQUE INDEX "digest_windows_open" ON "digest_windows" USING btree ("environment_id","workflow_id","step_id","subscriber_id","digest_value") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "digest_windows_waiting" ON "digest_windows" USING btree ("workflow_id","closes_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "digest_windows_subscriber" ON "digest_windows" USING btree ("subscriber_id","closes_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "digest_windows_ending" ON "digest_windows" USING btree ("id") WHERE is_ending;--> statement-breakpoint
CREATE INDEX "digest_windows_master" ON "digest_windows" USING btree ("master_run_id");--> statement-breakpoint
CREATE INDEX "event_waits_subscriber" ON "event_waits" USING btree ("subscriber_id","awaited");--> statement-breakpoint
CREATE INDEX "event_waits_due" ON "event_waits" USING btree ("environment_id","awaited","due_at");--> statement-breakpoint
CREATE INDEX "execution_details_run" ON "execution_details" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "failure_counts_hour" ON "failure_counts" USING brin ("hour");--> statement-breakpoint
CREATE INDEX "failure_group_hours_hour" ON "failure_group_hours" USING brin ("hour");--> statement-breakpoint
CREATE INDEX "failure_group_people_subscriber" ON "failure_group_people" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "failure_groups_environment" ON "failure_groups" USING btree ("environment_id","last_seen");--> statement-breakpoint
CREATE INDEX "jobs_run" ON "jobs" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "jobs_failed" ON "jobs" USING btree ("environment_id","finished_at","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "lane_queues_turn" ON "lane_queues" USING btree ("integration_id","priority","due_at");--> statement-breakpoint
CREATE INDEX "lane_queues_due" ON "lane_queues" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pauses_workflow_open" ON "pauses" USING btree ("workflow_id") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "pauses_subscriber_open" ON "pauses" USING btree ("subscriber_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "pauses_environment_created" ON "pauses" USING btree ("environment_id","created_at");--> statement-breakpoint
CREATE INDEX "pauses_resolved" ON "pauses" USING btree ("resolved_at") WHERE state <> 'open';--> statement-breakpoint
CREATE INDEX "resumptions_environment_created" ON "resumptions" USING btree ("environment_id","kind","created_at");--> statement-breakpoint
CREATE INDEX "resumptions_due" ON "resumptions" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "runs_due" ON "runs" USING btree ("cohort_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "runs_waiting" ON "runs" USING btree ("workflow_id","due_at","id") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "runs_waiting_by_version" ON "runs" USING btree ("workflow_id","workflow_version_id") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "runs_waiting_by_subscriber" ON "runs" USING btree ("subscriber_id") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "runs_stopped" ON "runs" USING btree ("cohort_id") WHERE stop_reason is not null;--> statement-breakpoint
CREATE INDEX "runs_environment_created" ON "runs" USING btree ("environment_id","created_at");--> statement-breakpoint
CREATE INDEX "runs_subscriber_created" ON "runs" USING btree ("subscriber_id","created_at");--> statement-breakpoint
CREATE INDEX "runs_event" ON "runs" USING btree ("event_id","created_at");--> statement-breakpoint
CREATE INDEX "signals_subscriber" ON "signals" USING btree ("subscriber_id","name","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_environment_subscriber_id" ON "subscribers" USING btree ("environment_id","subscriber_id" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_environment_id" ON "subscribers" USING btree ("environment_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "subscribers_environment_created" ON "subscribers" USING btree ("environment_id","created_at","id") WHERE deleted_at is null and created_at > '-infinity';--> statement-breakpoint
CREATE INDEX "subscribers_environment_email" ON "subscribers" USING btree ("environment_id",lower(left(email, 320)) text_pattern_ops) WHERE deleted_at is null and email is not null;--> statement-breakpoint
CREATE INDEX "subscribers_environment_phone" ON "subscribers" USING btree ("environment_id",left(phone, 64) text_pattern_ops) WHERE deleted_at is null and phone is not null;--> statement-breakpoint
CREATE INDEX "subscribers_environment_name" ON "subscribers" USING btree ("environment_id",lower(left(first_name, 255) || ' ' || left(coalesce(last_name, ''), 255)) text_pattern_ops) WHERE deleted_at is null and first_name is not null;--> statement-breakpoint
CREATE INDEX "subscribers_environment_last_name" ON "subscribers" USING btree ("environment_id",lower(left(last_name, 255)) text_pattern_ops) WHERE deleted_at is null and last_name is not null;--> statement-breakpoint
CREATE INDEX "soft_bounces_last" ON "soft_bounces" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_environment_address" ON "suppressions" USING btree ("environment_id","address" text_pattern_ops,"channel");--> statement-breakpoint
CREATE INDEX "suppressions_environment_created" ON "suppressions" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tenants_environment_identifier" ON "tenants" USING btree ("environment_id","identifier" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "tenants_environment_created" ON "tenants" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tenants_environment_name" ON "tenants" USING btree ("environment_id",lower(left(name, 255)) text_pattern_ops) WHERE name is not null;--> statement-breakpoint
CREATE INDEX "topic_subscribers_contexts" ON "topic_subscribers" USING btree ("topic_id","context_keys","subscriber_id") WHERE context_keys is not null;--> statement-breakpoint
CREATE INDEX "topic_subscribers_preferences" ON "topic_subscribers" USING btree ("topic_id","subscriber_id") WHERE preferences is not null;--> statement-breakpoint
CREATE INDEX "topic_subscribers_subscriber" ON "topic_subscribers" USING btree ("subscriber_id","created_at","id");--> statement-breakpoint
CREATE INDEX "topic_subscribers_topic_created" ON "topic_subscribers" USING btree ("topic_id","created_at","id") WHERE created_at > '-infinity';--> statement-breakpoint
CREATE INDEX "topic_subscribers_identifier" ON "topic_subscribers" USING btree ("topic_id","identifier") WHERE identifier is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "topics_environment_key" ON "topics" USING btree ("environment_id","key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "topics_environment_created" ON "topics" USING btree ("environment_id","created_at","id") WHERE created_at > '-infinity';--> statement-breakpoint
CREATE INDEX "topics_environment_name" ON "topics" USING btree ("environment_id",lower(left(name, 255)) text_pattern_ops) WHERE created_at > '-infinity';--> statement-breakpoint
CREATE UNIQUE INDEX "control_values_step" ON "control_values" USING btree ("workflow_id","bridge_step_id");--> statement-breakpoint
CREATE UNIQUE INDEX "feeds_environment_identifier" ON "feeds" USING btree ("environment_id","identifier") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "layouts_environment_identifier" ON "layouts" USING btree ("environment_id","identifier") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "layouts_environment_default" ON "layouts" USING btree ("environment_id") WHERE is_default and deleted_at is null;--> statement-breakpoint
CREATE INDEX "layouts_environment_created" ON "layouts" USING btree ("environment_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_groups_environment" ON "notification_groups" USING btree ("environment_id");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("fire_at") WHERE fire_at is not null;--> statement-breakpoint
CREATE INDEX "schedules_environment" ON "schedules" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "translation_groups_environment_identifier" ON "translation_groups" USING btree ("environment_id","identifier");--> statement-breakpoint
CREATE INDEX "translation_groups_parent" ON "translation_groups" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "translations_group_locale" ON "translations" USING btree ("group_id","locale");--> statement-breakpoint
CREATE INDEX "workflow_overrides_tenant" ON "workflow_overrides" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "workflow_overrides_environment_created" ON "workflow_overrides" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_versions_workflow_number" ON "workflow_versions" USING btree ("workflow_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "workflows_environment_identifier" ON "workflows" USING btree ("environment_id","identifier") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "workflows_environment_created" ON "workflows" USING btree ("environment_id","created_at");--> statement-breakpoint
-- Files are compressed already, as a rule: trying it again costs more than it saves.
ALTER TABLE "event_attachments" ALTER COLUMN "file" SET STORAGE EXTERNAL;
