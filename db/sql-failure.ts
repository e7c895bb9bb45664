import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";

/**
 * The kind of a failed statement, which decides what may follow. `connection`: Postgres was not reachable or ended the
 * session; `contention`: it was busy or out of resources. Both succeed later. `data`: Postgres refuses these very values.
 * `bug`: the statement or the configuration is wrong.
 */
export type SqlFailure = "connection" | "contention" | "data" | "bug";

/** Codes of postgres.js, and of sockets, for a connection that could not be opened or has ended. */
const CONNECTION_CODES: ReadonlySet<string> = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETRESET",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Codes of postgres.js for a call that it does not send. */
const DRIVER_CODES: ReadonlySet<string> = new Set([
  "AUTH_TYPE_NOT_IMPLEMENTED",
  "COPY_IN_PROGRESS",
  "MAX_PARAMETERS_EXCEEDED",
  "MESSAGE_NOT_SUPPORTED",
  "NOT_TAGGED_CALL",
  "SASL_SIGNATURE_MISMATCH",
  "UNDEFINED_VALUE",
  "UNSAFE_TRANSACTION",
]);

/** Names of the conditions that occur here, and their kinds: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CONDITIONS: Readonly<Record<string, readonly [name: string, kind: SqlFailure]>> = {
  "22001": ["string_data_right_truncation", "data"],
  "22003": ["numeric_value_out_of_range", "data"],
  "22007": ["invalid_datetime_format", "data"],
  "22008": ["datetime_field_overflow", "data"],
  "22021": ["character_not_in_repertoire", "data"],
  "22023": ["invalid_parameter_value", "data"],
  "22030": ["duplicate_json_object_key_value", "data"],
  "22032": ["invalid_json_text", "data"],
  "22P02": ["invalid_text_representation", "data"],
  "22P05": ["untranslatable_character", "data"],
  "23001": ["restrict_violation", "data"],
  "23502": ["not_null_violation", "data"],
  "23503": ["foreign_key_violation", "data"],
  "23505": ["unique_violation", "data"],
  "23514": ["check_violation", "data"],
  "23P01": ["exclusion_violation", "data"],
  // A server that became a standby, or is being made one, refuses writes: the next connection finds its successor.
  "25006": ["read_only_sql_transaction", "connection"],
  "25P03": ["idle_in_transaction_session_timeout", "connection"],
  "25P04": ["transaction_timeout", "contention"],
  "28000": ["invalid_authorization_specification", "connection"],
  "28P01": ["invalid_password", "connection"],
  "3D000": ["invalid_catalog_name", "connection"],
  "40001": ["serialization_failure", "contention"],
  "40003": ["statement_completion_unknown", "connection"],
  "40P01": ["deadlock_detected", "contention"],
  "42501": ["insufficient_privilege", "bug"],
  "42601": ["syntax_error", "bug"],
  "42703": ["undefined_column", "bug"],
  "42804": ["datatype_mismatch", "bug"],
  "42883": ["undefined_function", "bug"],
  "42P01": ["undefined_table", "bug"],
  "42P07": ["duplicate_table", "bug"],
  "53100": ["disk_full", "contention"],
  "53200": ["out_of_memory", "contention"],
  "53300": ["too_many_connections", "connection"],
  "53400": ["configuration_limit_exceeded", "contention"],
  "54000": ["program_limit_exceeded", "data"],
  "54001": ["statement_too_complex", "data"],
  "55006": ["object_in_use", "contention"],
  "55P03": ["lock_not_available", "contention"],
  "57014": ["query_canceled", "contention"],
  "57P01": ["admin_shutdown", "connection"],
  "57P02": ["crash_shutdown", "connection"],
  "57P03": ["cannot_connect_now", "connection"],
  "57P04": ["database_dropped", "connection"],
  "57P05": ["idle_session_timeout", "connection"],
  "58030": ["io_error", "contention"],
};

/** Kinds of all other conditions, by the first two characters of the code. A class that is missing is a bug. */
const CLASSES: Readonly<Record<string, readonly [name: string, kind: SqlFailure]>> = {
  "08": ["connection_exception", "connection"],
  "0A": ["feature_not_supported", "bug"],
  "21": ["cardinality_violation", "data"],
  "22": ["data_exception", "data"],
  "23": ["integrity_constraint_violation", "data"],
  "28": ["invalid_authorization_specification", "connection"],
  "40": ["transaction_rollback", "contention"],
  "42": ["syntax_error_or_access_rule_violation", "bug"],
  "44": ["with_check_option_violation", "data"],
  "53": ["insufficient_resources", "contention"],
  "54": ["program_limit_exceeded", "data"],
};

/**
 * The kind of a failed statement, also when the error is wrapped by Drizzle or stands in an AggregateError. Undefined for
 * an error that does not come from the database. A socket's error names no sender, so only errors of database calls may
 * be given.
 */
export function classifySqlFailure(error: unknown): SqlFailure | undefined {
  const cause = databaseErrorOf(error);
  if (cause) return kindOf(cause.code);
  // Drizzle wraps only what a statement threw, such as a value that could not be encoded.
  return isWrapped(error) ? "bug" : undefined;
}

/**
 * One sentence for an execution detail or a log, such as "Postgres refused the values (23505 unique_violation, constraint
 * topics_environment_key)". It holds no parameters and no values of rows.
 */
export function describeSqlFailure(error: unknown): string {
  const cause = databaseErrorOf(error);
  if (!cause) return "The database call failed without an SQLSTATE";
  const name = conditionName(cause.code);
  const code = name === undefined ? cause.code : `${cause.code} ${name}`;
  const constraint = cause instanceof postgres.PostgresError && cause.constraint_name;
  return `${SENTENCES[kindOf(cause.code)]} (${code}${constraint ? `, constraint ${constraint}` : ""})`;
}

/** The SQLSTATE of an error that Postgres answered, also when it is wrapped. */
export function sqlStateOf(error: unknown): string | undefined {
  const cause = databaseErrorOf(error);
  return cause instanceof postgres.PostgresError ? cause.code : undefined;
}

const SENTENCES: Readonly<Record<SqlFailure, string>> = {
  connection: "Postgres could not be reached or ended the connection",
  contention: "Postgres was too busy for the statement",
  data: "Postgres refused the values",
  bug: "Postgres refused the statement",
};

function kindOf(code: string): SqlFailure {
  if (CONNECTION_CODES.has(code)) return "connection";
  return (CONDITIONS[code] ?? CLASSES[code.slice(0, 2)])?.[1] ?? "bug";
}

/** Codes of the driver are names already. */
function conditionName(code: string): string | undefined {
  if (CONNECTION_CODES.has(code) || DRIVER_CODES.has(code)) return undefined;
  return (CONDITIONS[code] ?? CLASSES[code.slice(0, 2)])?.[0];
}

type DatabaseError = Error & { code: string };

const isWrapped = (error: unknown): boolean => error instanceof DrizzleQueryError;

function databaseErrorOf(error: unknown): DatabaseError | undefined {
  if (error instanceof DrizzleQueryError) return databaseErrorOf(error.cause);
  if (isDatabaseError(error)) return error;
  if (!(error instanceof AggregateError)) return undefined;
  for (const inner of error.errors) {
    const found = databaseErrorOf(inner);
    if (found) return found;
  }
  return undefined;
}

function isDatabaseError(error: unknown): error is DatabaseError {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
  return error instanceof postgres.PostgresError || CONNECTION_CODES.has(error.code) || isDriverCode(error.code);
}

/** A statement that its caller canceled bears an SQLSTATE, though postgres.js made the error. */
const isDriverCode = (code: string): boolean => DRIVER_CODES.has(code) || code === "57014";

/** Whether the error has nothing to do with what was being done: a database that is away or busy. */
export function isTransient(error: unknown): boolean {
  const failure = classifySqlFailure(error);
  return failure === "connection" || failure === "contention";
}
