import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import type { FieldError } from "react-hook-form";
import type { Filter } from "#contract/schemas/conditions.ts";
import type { ConditionSubject } from "#dashboard/components/conditions/condition-context.tsx";
import { ConditionsBuilder } from "#dashboard/components/conditions/conditions-builder.tsx";
import { knownFields } from "#dashboard/components/conditions/known-fields.ts";
import { seenData, TENANT } from "#dashboard/components/conditions/subject-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Tenants whose data says which fields there are. */
const LOOKED_AT = 20;

interface TenantConditionsProps {
  filters: readonly Filter[];
  error: FieldError | undefined;
  onChange: (filters: Filter[]) => void;
}

/** Conditions about the tenant of an event. */
export function TenantConditions({ filters, error, onChange }: TenantConditionsProps) {
  const { read } = useEnvironment();
  const [isAsked, setAsked] = useState(false);
  const tenants = useQuery({ ...read("tenants.list", { limit: LOOKED_AT }), enabled: isAsked });
  const known = useMemo((): ConditionSubject["known"] => {
    const schemas = [TENANT, seenData(tenants.data?.data)].map((tenant) => ({
      type: "object",
      properties: { tenant },
    }));
    return {
      schemas,
      fields: knownFields(schemas),
      variables: schemas[0],
      seen: undefined,
      earlier: [],
      nameOf: () => undefined,
    };
  }, [tenants.data]);
  const ask = useCallback(() => setAsked(true), []);
  const subject = useMemo(
    (): ConditionSubject => ({
      readOnly: false,
      root: "tenant",
      specialFields: [],
      known,
      ask,
      error: () => undefined,
      // A form has one error of all its conditions.
      ownError: (place) => (place === "conditions" ? error : undefined),
    }),
    [known, ask, error],
  );
  return (
    <ConditionsBuilder
      label="Only if"
      opening="Only if"
      subject={subject}
      path="conditions"
      filters={filters}
      onChange={onChange}
    />
  );
}
