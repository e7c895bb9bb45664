import type { z } from "zod";
import type { OperationsById } from "#contract/every-operation.ts";
import type { Media } from "#contract/schemas/media.ts";

export type OperationId = keyof OperationsById;

type Field<Id extends OperationId, Name extends string> =
  OperationsById[Id] extends Readonly<Record<Name, infer Value>> ? Value : never;

/** The value that a caller may write. A schema that transforms whatever it is given says nothing about that, but about the result. */
type Input<Schema> = Schema extends z.ZodType
  ? unknown extends z.input<Schema>
    ? z.output<Schema>
    : z.input<Schema>
  : never;

/** The JSON body of an operation. */
export type Body<Id extends OperationId> = Input<Field<Id, "body">>;

/** The content types that an operation takes, of those whose body is not JSON. */
export type ContentType<Id extends OperationId> =
  Field<Id, "body"> extends Media ? keyof Field<Id, "body">["content"] & string : never;

/** The headers that an operation reads, beside those that the client sends by itself. */
export type RequestHeaders<Id extends OperationId> = Input<Field<Id, "headers">>;

/** The query of an operation: values as the server reads them from its text. */
export type Query<Id extends OperationId> = QueryOf<Field<Id, "query">>;

type QueryOf<Schema> = Schema extends z.ZodType ? Loosened<z.input<Schema>, z.output<Schema>> : never;

/** A field with a default, and one that may be undefined, may be left out. */
type Loosened<In, Out> = Plain<
  { [Name in RequiredName<In, Out>]: Written<In, Out, Name> } & {
    [Name in Exclude<keyof Out, RequiredName<In, Out>>]?: Written<In, Out, Name> | undefined;
  }
>;
type RequiredName<In, Out> = {
  [Name in keyof Out]: undefined extends Out[Name]
    ? never
    : Name extends keyof In
      ? undefined extends In[Name]
        ? never
        : Name
      : Name;
}[keyof Out];
type Written<In, Out, Name extends keyof Out> = Name extends keyof In
  ? unknown extends In[Name]
    ? AsText<Out[Name]>
    : In[Name]
  : AsText<Out[Name]>;
/** A field of which the server makes something else than a plain value is written as text. */
type AsText<T> = T extends string | number | boolean | undefined
  ? T
  : T extends readonly (infer Element extends string)[]
    ? Element | readonly Element[]
    : string | readonly string[];

/** The value of a parameter of an operation's path. */
export type PathParameter<Id extends OperationId, Name extends string> =
  Input<Field<Id, "params">> extends Readonly<Record<Name, infer Value>> ? Exclude<Value, undefined> : string;

type Success = 200 | 201 | 202;
type Answers<Id extends OperationId> = Field<Id, "answer">;
type AnswerOf<T> = { [Status in keyof T & Success]: T[Status] extends z.ZodType ? z.output<T[Status]> : never };
type WholeAnswer<Id extends OperationId> = AnswerOf<Answers<Id>>[keyof Answers<Id> & Success];

/** The result of a call: what stands under `data`, or the whole answer where more stands beside it. */
export type Answer<Id extends OperationId> = Unwrapped<WholeAnswer<Id>>;
type Unwrapped<T> = T extends { data: infer Data } ? (Exclude<keyof T, "data"> extends never ? Data : T) : T;

/** An element of the list that an answer holds. */
export type Row<List> = List extends { data: readonly (infer Element)[] } ? Element : never;

/** Shows the fields of an intersection in messages of the compiler. */
type Plain<T> = { [Name in keyof T]: T[Name] } & {};
