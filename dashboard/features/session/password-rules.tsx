import { Check, Circle } from "lucide-react";
import { PASSWORD_RULES } from "#contract/constants/people.ts";
import { classNames } from "#dashboard/components/class-names.ts";

interface PasswordRulesProps {
  id: string;
  /** As far as it is typed. */
  password: string;
  /** Whether it was sent although it does not keep all of them. */
  isRefused: boolean;
}

/** The rules of a new password, ticked while it is typed. */
export function PasswordRules({ id, password, isRefused }: PasswordRulesProps) {
  return (
    <ul id={id} aria-label="Rules of the password" className="grid grid-cols-1 gap-x-4 gap-y-1 text-xs sm:grid-cols-2">
      {PASSWORD_RULES.map(({ text, pattern }) => {
        const met = pattern.test(password);
        const Icon = met ? Check : Circle;
        return (
          <li
            key={text}
            className={classNames(
              "flex items-center gap-1.5",
              met ? "text-success" : isRefused ? "text-danger" : "text-muted",
            )}
          >
            <Icon className={classNames("shrink-0", met ? "size-3.5" : "mx-0.5 size-2.5")} aria-hidden="true" />
            {text}
            <span className="sr-only">{met ? ": met" : ": not met yet"}</span>
          </li>
        );
      })}
    </ul>
  );
}
