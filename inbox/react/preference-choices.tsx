import { useId, useState } from "react";
import type { Channel, Preference, PreferenceChange } from "../core/types.ts";
import { useInboxContext } from "./context.ts";
import { Notice } from "./feed/feed-states.tsx";
import { type Grouping, groupPreferences, nameOf } from "./group-preferences.ts";
import { Icon } from "./icons.tsx";
import { usePart } from "./part.ts";
import { ScheduleEditor } from "./schedule-editor.tsx";
import { SwitchRow } from "./switch-row.tsx";

const CHANNELS: readonly Channel[] = ["in_app", "email", "sms", "chat", "push"];
/** With more workflows than this there is a search. */
const SEARCHED_FROM = 20;

type ChoicesProps = {
  global: Preference;
  workflows: readonly Preference[];
  grouping: Grouping;
  /** Shows the choice for all workflows and the hours, too. */
  isGlobal: boolean;
  onChange: (workflowId: string | undefined, change: PreferenceChange) => void;
};

/** The channels of all workflows, each workflow, and the hours. */
export function Choices({ global, workflows, grouping, isGlobal, onChange }: ChoicesProps) {
  const { texts } = useInboxContext();
  const part = usePart();
  const id = useId();
  const [search, setSearch] = useState("");
  const shown = groupPreferences(workflows, grouping, texts.locale).flatMap(({ preferences }) => preferences);
  const isSearched = shown.length > SEARCHED_FROM;
  const found = search === "" ? workflows : workflows.filter((one) => contains(nameOf(one), search, texts.locale));
  const groups = groupPreferences(found, grouping, texts.locale);
  // Channels that no workflow uses, or only those that cannot be changed, are no choice.
  const used = CHANNELS.filter((channel) => shown.some(({ channels }) => channel in channels));
  const open = used.filter((channel) =>
    shown.some(({ channels, workflow }) => channel in channels && workflow?.critical === false),
  );

  if (shown.length === 0)
    return (
      <div role="status">
        <Notice part="empty" {...texts.preferences.empty} />
      </div>
    );

  return (
    <>
      {isGlobal && open.length > 0 && (
        <section {...part("preferences-section")} aria-labelledby={`${id}-all`}>
          <h3 id={`${id}-all`}>{texts.preferences.global}</h3>
          <p className="belfry-preferences-hint">{texts.preferences.globalHint}</p>
          {open.map((channel) => (
            <ChannelRow
              key={channel}
              channel={channel}
              name={texts.preferences.global}
              checked={global.channels[channel] ?? true}
              onChange={(checked) => onChange(undefined, { [channel]: checked })}
            />
          ))}
        </section>
      )}
      {isSearched && (
        <input
          type="search"
          {...part("search")}
          aria-label={texts.preferences.search}
          placeholder={texts.preferences.search}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {groups.length === 0 && (
        <p role="status" className="belfry-preferences-hint">
          {texts.preferences.noMatch}
        </p>
      )}
      {groups.map(({ name, preferences }, index) => (
        <section key={name ?? ""} {...part("preferences-section")} aria-labelledby={`${id}-${index}`}>
          <h3 id={`${id}-${index}`}>
            {name ?? (groups.length > 1 ? texts.preferences.other : texts.preferences.single)}
          </h3>
          <ul>
            {preferences.map((preference) => (
              <li key={preference.workflow?.id}>
                <WorkflowChoice
                  preference={preference}
                  global={global}
                  onChange={(channel, checked) => onChange(preference.workflow?.id, { [channel]: checked })}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {isGlobal && open.some((channel) => channel !== "in_app") && (
        <ScheduleEditor schedule={global.schedule} onChange={(schedule) => onChange(undefined, { schedule })} />
      )}
    </>
  );
}

type WorkflowChoiceProps = {
  preference: Preference;
  global: Preference;
  onChange: (channel: Channel, checked: boolean) => void;
};

/** A workflow with the switch of its channel, or with one for each of several. */
function WorkflowChoice({ preference, global, onChange }: WorkflowChoiceProps) {
  const { preferences: texts } = useInboxContext().texts;
  const part = usePart();
  const id = useId();
  const name = nameOf(preference);
  const { channels, enabled, workflow } = preference;
  const own = CHANNELS.filter((channel) => channel in channels);
  const [only] = own;
  const isOff = own.every((channel) => !channels[channel]);
  const offForAll = own.filter((channel) => channels[channel] === false && global.channels[channel] === false);
  const hint =
    isOff && !enabled ? texts.optIn : offForAll.map((channel) => texts.offForAll(texts.channels[channel])).join(" · ");

  if (workflow?.critical)
    return (
      <div {...part("setting")}>
        <span className="belfry-setting-text">
          <span className="belfry-setting-label">{name}</span>
          <span className="belfry-setting-hint">{texts.critical}</span>
        </span>
        <Icon name="lock" />
      </div>
    );

  if (only !== undefined && own.length === 1)
    return (
      <SwitchRow
        label={name}
        name={texts.switch(texts.channels[only], name)}
        hint={hint || texts.channels[only]}
        checked={channels[only] ?? false}
        onChange={(checked) => onChange(only, checked)}
      />
    );

  return (
    <div {...part("setting")}>
      <span className="belfry-setting-text">
        <span className="belfry-setting-label">{name}</span>
        {hint && (
          <span id={id} className="belfry-setting-hint">
            {hint}
          </span>
        )}
        <span className="belfry-chips">
          {own.map((channel) => (
            <button
              key={channel}
              type="button"
              role="switch"
              {...part("chip")}
              aria-checked={channels[channel] ?? false}
              aria-label={texts.switch(texts.channels[channel], name)}
              aria-describedby={hint ? id : undefined}
              onClick={() => onChange(channel, !channels[channel])}
            >
              {channels[channel] && <Icon name="check" />}
              <span>{texts.channels[channel]}</span>
            </button>
          ))}
        </span>
      </span>
    </div>
  );
}

const contains = (text: string, part: string, locale: string): boolean =>
  text.toLocaleLowerCase(locale).includes(part.trim().toLocaleLowerCase(locale));

type ChannelRowProps = {
  channel: Channel;
  /** The name of the workflow, or of all of them. */
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

function ChannelRow({ channel, name, ...row }: ChannelRowProps) {
  const { channels, switch: nameOfSwitch } = useInboxContext().texts.preferences;
  return (
    <SwitchRow
      {...row}
      label={channels[channel]}
      name={nameOfSwitch(channels[channel], name)}
      icon={<Icon name={channel} />}
    />
  );
}
