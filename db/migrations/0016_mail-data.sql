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
DROP INDEX "inbound_mails_due";--> statement-breakpoint
ALTER TABLE "inbound_mails" ALTER COLUMN "mail" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_mails" ALTER COLUMN "due_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_portions" ADD CONSTRAINT "import_portions_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_problems" ADD CONSTRAINT "import_problems_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_subscriber" ON "erasures" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "erasures_due" ON "erasures" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "erasures_expire" ON "erasures" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "imports_environment_created" ON "imports" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "imports_due" ON "imports" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "imports_expire" ON "imports" USING brin ("expire_at");--> statement-breakpoint
CREATE INDEX "inbound_mails_message" ON "inbound_mails" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "inbound_mails_due" ON "inbound_mails" USING btree ("due_at") WHERE due_at is not null;