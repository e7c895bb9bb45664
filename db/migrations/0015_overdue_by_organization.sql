DROP INDEX "cohorts_due";--> statement-breakpoint
ALTER TABLE "cohorts" ADD COLUMN "reopened_up_to" uuid;--> statement-breakpoint
CREATE INDEX "cohorts_organization_due" ON "cohorts" USING btree ("organization_id","due_at","id") WHERE due_at is not null;