import { expect, test } from "vitest";
import { aNotification } from "../testing/fake-server.ts";
import { applied, matches, type Operation } from "./operations.ts";
import type { Query } from "./types.ts";

const NOW = "2026-02-01T00:00:00.000Z";
const flagsOf = (operation: Operation, change = {}) => {
  const one = applied(aNotification("a", change), operation, NOW);
  return one && [one.isSeen, one.isRead, one.isArchived, one.isSnoozed];
};

const ids = ["a"];
test.each<[Operation, object, boolean[] | undefined]>([
  [{ kind: "read", ids }, {}, [true, true, false, false]],
  [{ kind: "unread", ids }, { isSeen: true, isRead: true, isArchived: true }, [true, false, false, false]],
  [{ kind: "seen", ids }, {}, [true, false, false, false]],
  [{ kind: "archive", ids }, {}, [true, true, true, false]],
  [{ kind: "unarchive", ids }, { isSeen: true, isRead: true, isArchived: true }, [true, true, false, false]],
  [{ kind: "snooze", ids, until: NOW }, {}, [false, false, false, true]],
  [{ kind: "unsnooze", ids }, { isSeen: true, isRead: true, isSnoozed: true }, [true, false, false, false]],
  [{ kind: "delete", ids }, {}, undefined],
  [{ kind: "read-all", query: {} }, {}, [true, true, false, false]],
  [{ kind: "seen-all", query: {} }, {}, [true, false, false, false]],
  [{ kind: "archive-all", query: {} }, {}, [true, true, true, false]],
  [{ kind: "archive-read", query: {} }, { isSeen: true, isRead: true }, [true, true, true, false]],
  [{ kind: "delete-all", query: {} }, {}, undefined],
])("%j", (operation, before, after) => {
  expect(flagsOf(operation, before)).toEqual(after);
});

test.each<[string, Operation]>([
  ["another one", { kind: "read", ids: ["b"] }],
  ["one that is newer than what was known", { kind: "read-all", query: {}, until: "2026-01-15T11:59:59.999Z" }],
  ["one that the query does not find", { kind: "delete-all", query: { tags: ["x"] } }],
  ["an unread one, when those that are read are archived", { kind: "archive-read", query: {} }],
])("an operation leaves %s the same object", (_, operation) => {
  const before = aNotification("a");
  expect(applied(before, operation, NOW)).toBe(before);
});

test("moments follow the flags", () => {
  const archived = applied(aNotification("a"), { kind: "archive", ids }, NOW);
  expect(archived).toMatchObject({ readAt: NOW, archivedAt: NOW });
  expect(archived && applied(archived, { kind: "unread", ids }, NOW)).toMatchObject({ readAt: null, archivedAt: null });
});

test.each<[Query, boolean]>([
  [{}, true],
  [{ read: false, archived: false }, true],
  [{ read: true }, false],
  [{ severity: ["high", "none"] }, true],
  [{ severity: "high" }, false],
  [{ tags: ["y", "z"] }, true],
  [{ tags: ["z"] }, false],
  [{ tags: [] }, true],
  [{ data: { order: { id: 7 } } }, true],
  [{ data: { order: { id: 8 } } }, false],
  [{ data: { missing: null } }, false],
])("the query %j finds it: %s", (query, found) => {
  const one = aNotification("a", { tags: ["x", "y"], data: { order: { id: 7, paid: true } } });
  expect(matches(one, query)).toBe(found);
});
