CREATE TABLE "event_quotas" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	"taken" bigint NOT NULL
);
