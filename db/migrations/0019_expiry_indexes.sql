DROP INDEX "audit_logs_expire";--> statement-breakpoint
DROP INDEX "delivery_reports_expire";--> statement-breakpoint
DROP INDEX "digest_arrivals_expire";--> statement-breakpoint
DROP INDEX "digest_windows_expire";--> statement-breakpoint
DROP INDEX "erasures_expire";--> statement-breakpoint
DROP INDEX "event_contents_expire";--> statement-breakpoint
DROP INDEX "event_waits_expire";--> statement-breakpoint
DROP INDEX "http_requests_expire";--> statement-breakpoint
DROP INDEX "idempotency_keys_expire";--> statement-breakpoint
DROP INDEX "imports_expire";--> statement-breakpoint
DROP INDEX "inbound_mails_expire";--> statement-breakpoint
DROP INDEX "resumptions_expire";--> statement-breakpoint
DROP INDEX "signals_expire";--> statement-breakpoint
DROP INDEX "throttle_claims_expire";--> statement-breakpoint
DROP INDEX "throttle_windows_expire";--> statement-breakpoint
DROP INDEX "webhook_messages_expire";