import type { Channel } from "#contract/constants/channels.ts";

/** All texts of the pages. A name in braces stands for a value. */
export interface Texts {
  title: string;
  intro: string;
  person: string;
  channels: string;
  channelsHint: string;
  channel: Record<Channel, string>;
  fromMessage: string;
  workflows: string;
  workflowsHint: string;
  locked: string;
  lockedHint: string;
  on: string;
  off: string;
  hours: string;
  hoursSwitch: string;
  hoursHint: string;
  start: string;
  end: string;
  save: string;
  everything: string;
  everythingHint: string;
  everythingButton: string;
  saved: string;
  unsubscribed: string;
  undone: string;
  undo: string;
  empty: string;
  emptyHint: string;
  search: string;
  searchButton: string;
  searchAll: string;
  noMatch: string;
  pages: string;
  pageNumber: string;
  previous: string;
  next: string;
  confirm: string;
  confirmHint: string;
  confirmButton: string;
  confirmed: string;
  confirmedHint: string;
  subscribeAgain: string;
  manage: string;
  noChoice: string;
  noChoiceHint: string;
  invalid: string;
  invalidHint: string;
  notFound: string;
  notFoundHint: string;
  expired: string;
  expiredHint: string;
  tooMany: string;
  tooManyHint: string;
  failed: string;
  failedHint: string;
}

const en: Texts = {
  title: "Notification preferences",
  intro: "Choose what {organization} sends you, and where.",
  person: "For {address}",
  channels: "Channels",
  channelsHint: "These apply wherever you have not chosen otherwise below.",
  channel: { in_app: "Inbox", email: "Email", sms: "SMS", chat: "Chat", push: "Push" },
  fromMessage: "The message you came from",
  workflows: "Notifications",
  workflowsHint: "Choose where each one reaches you.",
  locked: "Always sent",
  lockedHint: "{organization} sends these to everybody, so you cannot turn them off.",
  on: "On",
  off: "Off",
  hours: "Delivery hours",
  hoursSwitch: "Only send me messages at these times",
  hoursHint:
    "At other times messages wait or are left out. A time that you leave empty is the start or end of the day. Time zone: {zone}.",
  start: "{day} from",
  end: "{day} to",
  save: "Save changes",
  everything: "Unsubscribe from everything",
  everythingHint: "Turns off all channels at once. What is always sent still reaches you.",
  everythingButton: "Unsubscribe from everything",
  saved: "Your preferences are saved.",
  unsubscribed: "You are unsubscribed from everything that can be turned off.",
  undone: "The change is undone.",
  undo: "Undo",
  empty: "There is nothing to choose yet",
  emptyHint: "{organization} has no notifications that you could turn on or off.",
  search: "Search notifications",
  searchButton: "Search",
  searchAll: "Show all notifications",
  noMatch: "No notification has “{query}” in its name.",
  pages: "Pages",
  pageNumber: "Page {number}",
  previous: "Previous",
  next: "Next",
  confirm: "Unsubscribe from “{workflow}”?",
  confirmHint: "{organization} will send you no more emails of this kind.",
  confirmButton: "Unsubscribe",
  confirmed: "You are unsubscribed",
  confirmedHint: "{organization} sends you no more emails of “{workflow}”.",
  subscribeAgain: "Subscribe again",
  manage: "All preferences",
  noChoice: "This message cannot be turned off",
  noChoiceHint: "It is sent to everybody whom it is about.",
  invalid: "That could not be saved",
  invalidHint: "Go back, check what you have entered, and save again.",
  notFound: "This link does not work",
  notFoundHint: "It may be incomplete or no longer valid. Open it again from the latest message that you received.",
  expired: "This link has expired",
  expiredHint: "Use the link in a newer message.",
  tooMany: "Too many requests",
  tooManyHint: "Wait a minute, then try again.",
  failed: "Something went wrong",
  failedHint: "Nothing was changed. Try again in a moment.",
};

const de: Texts = {
  title: "Benachrichtigungen einstellen",
  intro: "Wählen Sie, was {organization} Ihnen schickt, und auf welchem Weg.",
  person: "Für {address}",
  channels: "Kanäle",
  channelsHint: "Sie gelten überall, wo Sie unten nichts anderes gewählt haben.",
  channel: { in_app: "Posteingang", email: "E-Mail", sms: "SMS", chat: "Chat", push: "Push" },
  fromMessage: "Die Nachricht, von der Sie kommen",
  workflows: "Benachrichtigungen",
  workflowsHint: "Wählen Sie für jede, auf welchem Weg sie Sie erreicht.",
  locked: "Wird immer gesendet",
  lockedHint: "{organization} schickt dies allen, deshalb können Sie es nicht abschalten.",
  on: "An",
  off: "Aus",
  hours: "Zustellzeiten",
  hoursSwitch: "Nachrichten nur zu diesen Zeiten schicken",
  hoursHint:
    "Zu anderen Zeiten warten Nachrichten oder entfallen. Eine leere Zeit ist der Anfang oder das Ende des Tages. Zeitzone: {zone}.",
  start: "{day} von",
  end: "{day} bis",
  save: "Änderungen speichern",
  everything: "Alles abbestellen",
  everythingHint: "Schaltet alle Kanäle auf einmal ab. Was immer gesendet wird, erreicht Sie weiterhin.",
  everythingButton: "Alles abbestellen",
  saved: "Ihre Einstellungen sind gespeichert.",
  unsubscribed: "Sie haben alles abbestellt, was sich abschalten lässt.",
  undone: "Die Änderung ist zurückgenommen.",
  undo: "Rückgängig",
  empty: "Hier gibt es noch nichts zu wählen",
  emptyHint: "{organization} hat keine Benachrichtigungen, die Sie an- oder abschalten könnten.",
  search: "Benachrichtigungen suchen",
  searchButton: "Suchen",
  searchAll: "Alle Benachrichtigungen zeigen",
  noMatch: "Keine Benachrichtigung hat „{query}“ im Namen.",
  pages: "Seiten",
  pageNumber: "Seite {number}",
  previous: "Zurück",
  next: "Weiter",
  confirm: "„{workflow}“ abbestellen?",
  confirmHint: "{organization} schickt Ihnen dann keine E-Mails dieser Art mehr.",
  confirmButton: "Abbestellen",
  confirmed: "Sie haben abbestellt",
  confirmedHint: "{organization} schickt Ihnen keine E-Mails von „{workflow}“ mehr.",
  subscribeAgain: "Wieder bestellen",
  manage: "Alle Einstellungen",
  noChoice: "Diese Nachricht lässt sich nicht abschalten",
  noChoiceHint: "Sie geht an alle, die sie betrifft.",
  invalid: "Das ließ sich nicht speichern",
  invalidHint: "Gehen Sie zurück, prüfen Sie Ihre Eingaben und speichern Sie noch einmal.",
  notFound: "Dieser Link funktioniert nicht",
  notFoundHint:
    "Vielleicht ist er unvollständig oder nicht mehr gültig. Öffnen Sie ihn noch einmal aus der neuesten Nachricht.",
  expired: "Dieser Link ist abgelaufen",
  expiredHint: "Verwenden Sie den Link aus einer neueren Nachricht.",
  tooMany: "Zu viele Anfragen",
  tooManyHint: "Warten Sie eine Minute und versuchen Sie es dann noch einmal.",
  failed: "Etwas ist schiefgegangen",
  failedHint: "Es wurde nichts geändert. Versuchen Sie es gleich noch einmal.",
};

const fr: Texts = {
  title: "Préférences de notification",
  intro: "Choisissez ce que {organization} vous envoie, et par quel canal.",
  person: "Pour {address}",
  channels: "Canaux",
  channelsHint: "Ils s’appliquent partout où vous n’avez pas fait d’autre choix ci-dessous.",
  channel: { in_app: "Boîte de réception", email: "E-mail", sms: "SMS", chat: "Chat", push: "Push" },
  fromMessage: "Le message d’où vous venez",
  workflows: "Notifications",
  workflowsHint: "Choisissez pour chacune où elle vous parvient.",
  locked: "Toujours envoyées",
  lockedHint: "{organization} les envoie à tout le monde : vous ne pouvez pas les désactiver.",
  on: "Activé",
  off: "Désactivé",
  hours: "Heures de réception",
  hoursSwitch: "M’envoyer des messages à ces heures seulement",
  hoursHint:
    "En dehors de ces heures, les messages attendent ou sont omis. Une heure laissée vide est le début ou la fin de la journée. Fuseau horaire : {zone}.",
  start: "{day} de",
  end: "{day} à",
  save: "Enregistrer",
  everything: "Tout désactiver",
  everythingHint: "Désactive tous les canaux à la fois. Ce qui est toujours envoyé vous parvient encore.",
  everythingButton: "Se désabonner de tout",
  saved: "Vos préférences sont enregistrées.",
  unsubscribed: "Tout ce qui peut être désactivé l’est désormais.",
  undone: "La modification est annulée.",
  undo: "Annuler la modification",
  empty: "Il n’y a encore rien à choisir",
  emptyHint: "{organization} n’a aucune notification que vous pourriez activer ou désactiver.",
  search: "Rechercher une notification",
  searchButton: "Rechercher",
  searchAll: "Afficher toutes les notifications",
  noMatch: "Aucune notification ne contient « {query} » dans son nom.",
  pages: "Pages",
  pageNumber: "Page {number}",
  previous: "Précédent",
  next: "Suivant",
  confirm: "Se désabonner de « {workflow} » ?",
  confirmHint: "{organization} ne vous enverra plus d’e-mails de ce type.",
  confirmButton: "Se désabonner",
  confirmed: "Désabonnement enregistré",
  confirmedHint: "{organization} ne vous envoie plus d’e-mails de « {workflow} ».",
  subscribeAgain: "Se réabonner",
  manage: "Toutes les préférences",
  noChoice: "Ce message ne peut pas être désactivé",
  noChoiceHint: "Il est envoyé à toutes les personnes concernées.",
  invalid: "L’enregistrement n’a pas été possible",
  invalidHint: "Revenez en arrière, vérifiez votre saisie et enregistrez à nouveau.",
  notFound: "Ce lien ne fonctionne pas",
  notFoundHint: "Il est peut-être incomplet ou n’est plus valable. Ouvrez-le à nouveau depuis le dernier message reçu.",
  expired: "Ce lien a expiré",
  expiredHint: "Utilisez le lien d’un message plus récent.",
  tooMany: "Trop de requêtes",
  tooManyHint: "Attendez une minute, puis réessayez.",
  failed: "Une erreur s’est produite",
  failedHint: "Rien n’a été modifié. Réessayez dans un instant.",
};

const es: Texts = {
  title: "Preferencias de notificaciones",
  intro: "Elija qué le envía {organization} y por qué medio.",
  person: "Para {address}",
  channels: "Canales",
  channelsHint: "Se aplican donde no haya elegido otra cosa más abajo.",
  channel: { in_app: "Bandeja de entrada", email: "Correo", sms: "SMS", chat: "Chat", push: "Push" },
  fromMessage: "El mensaje desde el que ha llegado",
  workflows: "Notificaciones",
  workflowsHint: "Elija por dónde le llega cada una.",
  locked: "Se envían siempre",
  lockedHint: "{organization} las envía a todo el mundo, por lo que no puede desactivarlas.",
  on: "Activado",
  off: "Desactivado",
  hours: "Horario de entrega",
  hoursSwitch: "Enviarme mensajes solo en este horario",
  hoursHint:
    "Fuera de este horario los mensajes esperan o se omiten. Una hora vacía es el principio o el final del día. Zona horaria: {zone}.",
  start: "{day} desde",
  end: "{day} hasta",
  save: "Guardar cambios",
  everything: "Darse de baja de todo",
  everythingHint: "Desactiva todos los canales a la vez. Lo que se envía siempre le seguirá llegando.",
  everythingButton: "Darme de baja de todo",
  saved: "Sus preferencias se han guardado.",
  unsubscribed: "Se ha dado de baja de todo lo que se puede desactivar.",
  undone: "El cambio se ha deshecho.",
  undo: "Deshacer",
  empty: "Todavía no hay nada que elegir",
  emptyHint: "{organization} no tiene notificaciones que pueda activar o desactivar.",
  search: "Buscar notificaciones",
  searchButton: "Buscar",
  searchAll: "Mostrar todas las notificaciones",
  noMatch: "Ninguna notificación tiene «{query}» en su nombre.",
  pages: "Páginas",
  pageNumber: "Página {number}",
  previous: "Anterior",
  next: "Siguiente",
  confirm: "¿Darse de baja de «{workflow}»?",
  confirmHint: "{organization} no le enviará más correos de este tipo.",
  confirmButton: "Darme de baja",
  confirmed: "Se ha dado de baja",
  confirmedHint: "{organization} ya no le envía correos de «{workflow}».",
  subscribeAgain: "Volver a suscribirme",
  manage: "Todas las preferencias",
  noChoice: "Este mensaje no se puede desactivar",
  noChoiceHint: "Se envía a todas las personas a las que afecta.",
  invalid: "No se ha podido guardar",
  invalidHint: "Vuelva atrás, revise lo que ha introducido y guarde de nuevo.",
  notFound: "Este enlace no funciona",
  notFoundHint: "Puede que esté incompleto o que ya no sea válido. Ábralo de nuevo desde el último mensaje recibido.",
  expired: "Este enlace ha caducado",
  expiredHint: "Use el enlace de un mensaje más reciente.",
  tooMany: "Demasiadas solicitudes",
  tooManyHint: "Espere un minuto e inténtelo de nuevo.",
  failed: "Algo ha ido mal",
  failedHint: "No se ha cambiado nada. Inténtelo de nuevo en un momento.",
};

const ar: Texts = {
  title: "تفضيلات الإشعارات",
  intro: "اختر ما ترسله إليك {organization} وكيف يصلك.",
  person: "لأجل {address}",
  channels: "القنوات",
  channelsHint: "تسري على كل ما لم تختر له غير ذلك أدناه.",
  channel: {
    in_app: "صندوق الوارد",
    email: "البريد الإلكتروني",
    sms: "رسالة نصية",
    chat: "الدردشة",
    push: "إشعار فوري",
  },
  fromMessage: "الرسالة التي جئت منها",
  workflows: "الإشعارات",
  workflowsHint: "اختر لكل إشعار كيف يصلك.",
  locked: "تُرسل دائمًا",
  lockedHint: "ترسلها {organization} إلى الجميع، لذلك لا يمكنك إيقافها.",
  on: "مفعّل",
  off: "متوقف",
  hours: "أوقات الاستلام",
  hoursSwitch: "أرسلوا إليّ الرسائل في هذه الأوقات فقط",
  hoursHint:
    "في الأوقات الأخرى تنتظر الرسائل أو لا تُرسل. الوقت الذي تتركه فارغًا هو بداية اليوم أو نهايته. المنطقة الزمنية: {zone}.",
  start: "{day} من",
  end: "{day} إلى",
  save: "حفظ التغييرات",
  everything: "إلغاء الاشتراك في كل شيء",
  everythingHint: "يوقف جميع القنوات دفعة واحدة. ما يُرسل دائمًا سيظل يصلك.",
  everythingButton: "إلغاء الاشتراك في كل شيء",
  saved: "حُفظت تفضيلاتك.",
  unsubscribed: "أُلغي اشتراكك في كل ما يمكن إيقافه.",
  undone: "أُلغي التغيير.",
  undo: "تراجع",
  empty: "لا يوجد ما تختاره بعد",
  emptyHint: "ليس لدى {organization} إشعارات يمكنك تفعيلها أو إيقافها.",
  search: "البحث في الإشعارات",
  searchButton: "بحث",
  searchAll: "عرض جميع الإشعارات",
  noMatch: "لا يوجد إشعار يحتوي اسمه على «{query}».",
  pages: "الصفحات",
  pageNumber: "الصفحة {number}",
  previous: "السابق",
  next: "التالي",
  confirm: "إلغاء الاشتراك في «{workflow}»؟",
  confirmHint: "لن ترسل إليك {organization} رسائل بريد من هذا النوع بعد الآن.",
  confirmButton: "إلغاء الاشتراك",
  confirmed: "أُلغي اشتراكك",
  confirmedHint: "لم تعد {organization} ترسل إليك رسائل بريد من «{workflow}».",
  subscribeAgain: "الاشتراك مجددًا",
  manage: "جميع التفضيلات",
  noChoice: "لا يمكن إيقاف هذه الرسالة",
  noChoiceHint: "تُرسل إلى كل من تعنيه.",
  invalid: "تعذّر الحفظ",
  invalidHint: "ارجع وتحقق مما أدخلته ثم احفظ مرة أخرى.",
  notFound: "هذا الرابط لا يعمل",
  notFoundHint: "قد يكون ناقصًا أو لم يعد صالحًا. افتحه مرة أخرى من أحدث رسالة وصلتك.",
  expired: "انتهت صلاحية هذا الرابط",
  expiredHint: "استخدم الرابط الموجود في رسالة أحدث.",
  tooMany: "طلبات كثيرة جدًا",
  tooManyHint: "انتظر دقيقة ثم حاول مرة أخرى.",
  failed: "حدث خطأ ما",
  failedHint: "لم يتغير شيء. حاول مرة أخرى بعد قليل.",
};

const ja: Texts = {
  title: "通知の設定",
  intro: "{organization} からの通知の内容と受け取り方を選択してください。",
  person: "{address} の設定",
  channels: "受け取り方",
  channelsHint: "以下で個別に選択していない通知に適用されます。",
  channel: { in_app: "受信トレイ", email: "メール", sms: "SMS", chat: "チャット", push: "プッシュ通知" },
  fromMessage: "お開きになったメッセージ",
  workflows: "通知",
  workflowsHint: "通知ごとに受け取り方を選択できます。",
  locked: "常に送信される通知",
  lockedHint: "{organization} が全員に送信する通知のため、オフにできません。",
  on: "オン",
  off: "オフ",
  hours: "配信時間",
  hoursSwitch: "この時間帯にのみメッセージを受け取る",
  hoursHint:
    "それ以外の時間帯のメッセージは保留されるか、省略されます。空欄の時刻は一日の始まりまたは終わりを表します。タイムゾーン：{zone}",
  start: "{day}の開始時刻",
  end: "{day}の終了時刻",
  save: "変更を保存",
  everything: "すべての配信停止",
  everythingHint: "すべての受け取り方を一度にオフにします。常に送信される通知は引き続き届きます。",
  everythingButton: "すべて配信停止する",
  saved: "設定を保存しました。",
  unsubscribed: "オフにできる通知の配信をすべて停止しました。",
  undone: "変更を元に戻しました。",
  undo: "元に戻す",
  empty: "選択できる通知はまだありません",
  emptyHint: "{organization} にはオンまたはオフにできる通知がありません。",
  search: "通知を検索",
  searchButton: "検索",
  searchAll: "すべての通知を表示",
  noMatch: "名前に「{query}」を含む通知はありません。",
  pages: "ページ",
  pageNumber: "{number} ページ",
  previous: "前へ",
  next: "次へ",
  confirm: "「{workflow}」の配信を停止しますか？",
  confirmHint: "{organization} からこの種類のメールが届かなくなります。",
  confirmButton: "配信を停止する",
  confirmed: "配信を停止しました",
  confirmedHint: "{organization} から「{workflow}」のメールは届かなくなりました。",
  subscribeAgain: "配信を再開する",
  manage: "すべての設定",
  noChoice: "このメッセージはオフにできません",
  noChoiceHint: "対象の方全員に送信されます。",
  invalid: "保存できませんでした",
  invalidHint: "前の画面に戻り、入力内容を確認してから、もう一度保存してください。",
  notFound: "このリンクは使用できません",
  notFoundHint:
    "リンクが不完全であるか、無効になっている可能性があります。最新のメッセージからもう一度開いてください。",
  expired: "このリンクは有効期限が切れています",
  expiredHint: "新しいメッセージのリンクをご利用ください。",
  tooMany: "リクエストが多すぎます",
  tooManyHint: "1 分ほど待ってから、もう一度お試しください。",
  failed: "問題が発生しました",
  failedHint: "変更は行われていません。しばらくしてからもう一度お試しください。",
};

export const TEXTS = { en, de, fr, es, ar, ja } satisfies Record<string, Texts>;
export type Language = keyof typeof TEXTS;

/** Puts values in the places of their names. Where a language is written from right to left, each keeps its own direction. */
export function filled(text: string, values: Readonly<Record<string, string>>, isRtl: boolean): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    return isRtl ? `\u2068${value}\u2069` : value;
  });
}
