CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"encrypted_key" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
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
	"runs" integer DEFAULT 0 NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"queued" integer DEFAULT 0 NOT NULL,
	"running" integer DEFAULT 0 NOT NULL,
	"completed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"delayed" integer DEFAULT 0 NOT NULL,
	"canceled" integer DEFAULT 0 NOT NULL,
	"merged" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
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
	"due_at" timestamp (3) with time zone,
	"request" jsonb,
	"bytes" integer NOT NULL,
	"is_only" boolean NOT NULL,
	"is_last" boolean NOT NULL,
	"error" jsonb,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deliveries_id_expire_at_pk" PRIMARY KEY("id","expire_at")
) PARTITION BY RANGE ("expire_at");
--> statement-breakpoint
CREATE TABLE "deliveries_default" PARTITION OF "deliveries" DEFAULT WITH (fillfactor = 60);
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
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "environments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"parent_id" uuid,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_contents" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"payload" jsonb NOT NULL,
	"overrides" jsonb NOT NULL,
	"recipients" jsonb,
	"actor" jsonb,
	"tenant" jsonb,
	"expire_at" timestamp (3) with time zone NOT NULL
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
	"stop_reason" text,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "integrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"channel" text NOT NULL,
	"name" text NOT NULL,
	"identifier" text NOT NULL,
	"credentials" jsonb NOT NULL,
	"active" boolean NOT NULL,
	"primary" boolean DEFAULT false NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"conditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
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
	"digest" jsonb,
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
CREATE TABLE "members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid,
	"roles" text[] NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
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
	"actor_id" uuid,
	"event_id" uuid NOT NULL,
	"transaction_id" text NOT NULL,
	"template_identifier" text NOT NULL,
	"channel" text NOT NULL,
	"provider_id" text,
	"identifier" text,
	"subject" text,
	"content" text,
	"blocks" jsonb,
	"cta" jsonb,
	"actor" jsonb,
	"email" text,
	"phone" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"seen" boolean DEFAULT false NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"last_read_at" timestamp (3) with time zone,
	"status" text DEFAULT 'sent' NOT NULL,
	"error_id" text,
	"error_text" text,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "messages_id_expire_at_pk" PRIMARY KEY("id","expire_at")
) PARTITION BY RANGE ("expire_at");
--> statement-breakpoint
CREATE TABLE "messages_default" PARTITION OF "messages" DEFAULT;
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
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"logo" text,
	"branding" jsonb,
	"service_level" text DEFAULT 'free' NOT NULL,
	"domain" text,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
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
CREATE TABLE "preferences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"type" text NOT NULL,
	"workflow_id" uuid,
	"subscriber_id" uuid,
	"enabled" boolean,
	"read_only" boolean DEFAULT false NOT NULL,
	"channels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "preferences_layer" UNIQUE NULLS NOT DISTINCT("environment_id","type","workflow_id","subscriber_id")
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
	"position" smallint NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"stop_reason" text,
	"digested_run_id" uuid,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "runs_id_expire_at_pk" PRIMARY KEY("id","expire_at")
) PARTITION BY RANGE ("expire_at");
--> statement-breakpoint
CREATE TABLE "runs_default" PARTITION OF "runs" DEFAULT WITH (fillfactor = 80);
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
	"data" jsonb,
	"channels" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_online" boolean,
	"last_online_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
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
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "topics" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text,
	"email" text NOT NULL,
	"password_hash" text,
	"profile_picture" text,
	"login_attempts" integer DEFAULT 0 NOT NULL,
	"last_login_attempt_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watermarks" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
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
	"reply_callback" jsonb NOT NULL,
	"filters" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"template" jsonb NOT NULL,
	"variants" jsonb NOT NULL,
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
	"creator_id" uuid NOT NULL,
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
	"notification_group_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"parent_id" uuid,
	"data" jsonb,
	"version_id" uuid NOT NULL,
	"last_triggered_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environments" ADD CONSTRAINT "environments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_subscribers" ADD CONSTRAINT "topic_subscribers_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topic_subscribers" ADD CONSTRAINT "topic_subscribers_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_steps" ADD CONSTRAINT "workflow_steps_version_id_workflow_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."workflow_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_environment" ON "api_keys" USING btree ("environment_id");--> statement-breakpoint
CREATE INDEX "cohorts_event" ON "cohorts" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "cohorts_due" ON "cohorts" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "cohorts_expire" ON "cohorts" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("cohort_id","due_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "deliveries_run" ON "deliveries" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "deliveries_failed" ON "deliveries" USING btree ("cohort_id") WHERE state in ('failed', 'stopped');--> statement-breakpoint
CREATE UNIQUE INDEX "digest_windows_open" ON "digest_windows" USING btree ("environment_id","workflow_id","step_id","subscriber_id","digest_value") WHERE closed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "environments_identifier" ON "environments" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "event_contents_expire" ON "event_contents" USING btree ("expire_at");--> statement-breakpoint
CREATE UNIQUE INDEX "events_environment_transaction" ON "events" USING btree ("environment_id","transaction_id");--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "execution_details_run" ON "execution_details" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_organization_identifier" ON "integrations" USING btree ("organization_id","identifier") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_primary" ON "integrations" USING btree ("environment_id","channel") WHERE "primary" and deleted_at is null;--> statement-breakpoint
CREATE INDEX "integrations_environment_channel" ON "integrations" USING btree ("environment_id","channel") WHERE active and deleted_at is null;--> statement-breakpoint
CREATE INDEX "jobs_run" ON "jobs" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "members_organization_user" ON "members" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "messages_feed" ON "messages" USING btree ("subscriber_id","created_at","id") WHERE channel = 'in_app' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "messages_open" ON "messages" USING btree ("subscriber_id","seen","read") WHERE channel = 'in_app' and deleted_at is null and (not seen or not read);--> statement-breakpoint
CREATE INDEX "messages_environment_created" ON "messages" USING btree ("environment_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_demo" ON "messages" USING btree ("environment_id","created_at") WHERE provider_id in ('belfry-email', 'belfry-sms');--> statement-breakpoint
CREATE INDEX "messages_event" ON "messages" USING btree ("event_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_groups_environment" ON "notification_groups" USING btree ("environment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_messages_message" ON "outbox_messages" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "outbox_messages_environment_created" ON "outbox_messages" USING btree ("environment_id","created_at");--> statement-breakpoint
CREATE INDEX "preferences_subscriber" ON "preferences" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "runs_due" ON "runs" USING btree ("cohort_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "runs_stopped" ON "runs" USING btree ("cohort_id") WHERE stop_reason is not null;--> statement-breakpoint
CREATE INDEX "runs_environment_created" ON "runs" USING btree ("environment_id","created_at");--> statement-breakpoint
CREATE INDEX "runs_subscriber_created" ON "runs" USING btree ("subscriber_id","created_at");--> statement-breakpoint
CREATE INDEX "runs_event" ON "runs" USING btree ("event_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_environment_subscriber_id" ON "subscribers" USING btree ("environment_id","subscriber_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_environment_id" ON "subscribers" USING btree ("environment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tenants_environment_identifier" ON "tenants" USING btree ("environment_id","identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "topic_subscribers_topic_subscriber" ON "topic_subscribers" USING btree ("topic_id","subscriber_id");--> statement-breakpoint
CREATE INDEX "topic_subscribers_subscriber" ON "topic_subscribers" USING btree ("subscriber_id");--> statement-breakpoint
CREATE UNIQUE INDEX "topics_environment_key" ON "topics" USING btree ("environment_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_versions_workflow_number" ON "workflow_versions" USING btree ("workflow_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "workflows_environment_identifier" ON "workflows" USING btree ("environment_id","identifier") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "workflows_environment_created" ON "workflows" USING btree ("environment_id","created_at");