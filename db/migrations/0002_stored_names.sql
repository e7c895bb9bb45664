-- Stored lists name their fields as the schema does; names with an underscore are the wire's, which api/views/ adds.
UPDATE "subscribers" SET "channels" = (
	SELECT jsonb_agg((channel - '_integrationId') || jsonb_build_object('integrationId', channel -> '_integrationId') ORDER BY place)
	FROM jsonb_array_elements("channels") WITH ORDINALITY AS listed(channel, place))
WHERE jsonb_path_exists("channels", '$[*]._integrationId');
--> statement-breakpoint
UPDATE "workflow_steps" SET "variants" = (
	SELECT jsonb_agg((variant - '_templateId') || jsonb_build_object('variantId', variant -> '_templateId') ORDER BY place)
	FROM jsonb_array_elements("variants") WITH ORDINALITY AS listed(variant, place))
WHERE jsonb_path_exists("variants", '$[*]._templateId');
