/** Texts of the page in one language. Numbers are passed as texts. */
export interface Words {
  readonly direction: 'ltr' | 'rtl'
  readonly promise: string
  /** Number of the survey's questions for this person. */
  asked(asked: string, all: string): string
  group(variable: string, group: string): string
  readonly items: string
  range(from: string, to: string, unit: string): string
  readonly whole: string
  decimal(example: string): string
  outside(from: string, to: string): string
  clamped(from: string, to: string): string
  readonly notANumber: string
  odds(times: string): string
  guess(right: string, chance: string): string
  checked(number: string): string
  readonly send: string
  readonly sending: string
  readonly counted: string
  sent(categories: string): string
  readonly lost: string
  readonly again: string
  readonly resent: string
  readonly answered: string
  readonly closed: string
  readonly over: string
  readonly refused: string
  readonly tooMuch: string
  readonly badLink: string
  readonly unknown: string
  readonly silent: string
  readonly more: string
  readonly kept: string
  readonly device: string
  readonly unkept: string
  readonly hash: string
}

export const LOCALES: Record<string, Words> = {
  en: {
    direction: 'ltr',
    asked: (asked, all) =>
      `You are asked ${asked} of ${all} questions, which this page drew by lot when you opened it, before it knew anything about you.`,
    group: (variable, group) =>
      `Your link says that your ${variable} is ${group}. Unlike your answer, this is not hidden.`,
    items: 'Tick what applies, and leave the rest empty.',
    range: (from, to, unit) => `A number from ${from} to ${to}${unit && ` ${unit}`}.`,
    whole: 'Whole numbers only.',
    decimal: example => `Decimals are welcome, such as ${example}.`,
    outside: (from, to) => `What is below ${from} or above ${to} counts as just that, without the number.`,
    clamped: (from, to) => `What is below ${from} counts as ${from}, and what is above ${to} as ${to}.`,
    notANumber: 'This is not a number. Nothing was sent.',
    promise: 'What your answer reveals',
    odds: times =>
      `Your browser randomizes your choice and sends only the result. Whatever it sends, it is at most ${times} times as likely from you as from somebody who holds any other answer.`,
    guess: (right, chance) =>
      `Somebody who guesses your choice from it is right ${right} times in 100; without your answer, ${chance}.`,
    checked: number => `This page checked it, in request number ${number}, which is the same for everybody.`,
    send: 'Send a randomized answer',
    sending: 'Sending …',
    counted: 'Your randomized answer was counted. Thank you.',
    sent: categories =>
      `What was sent speaks for: ${categories}. That need not be your choice: chance replaces the choices of some people on purpose, so that nobody can tell who chose what, and the results are corrected for it.`,
    lost: 'There was no reply, so your answer may have been counted or not. If you send it again, the very same answer is sent, and counts once.',
    again: 'Send the same answer again',
    resent: 'The same answer was sent again, and counts once. Thank you.',
    answered: 'This invitation has been answered already. Nothing was sent now.',
    closed: 'The survey is closed. Your answer was not counted.',
    over: 'The survey is closed. Nothing was sent.',
    refused: 'The server refused the answer. It was not counted.',
    tooMuch: 'The server asks for more than your invitation promised. Nothing was sent.',
    badLink: 'This link is incomplete. Please open the whole link of your invitation.',
    unknown: 'This invitation is not known here. Nothing was sent.',
    silent: 'The server does not reply as it should. Nothing was sent. Please try again later.',
    more: 'What is kept, and what is not promised',
    kept: 'The server keeps whether you answered and, apart from that, what was sent. As with every page, the network can see your address, and when you opened it.',
    device:
      'Answer on one device only. A second answer from another one would not count, but whoever saw both would learn twice as much.',
    unkept:
      'Your browser lets this page keep nothing. Please leave it open until it says that your answer was counted: opened anew, it would draw another answer, and whoever saw both would learn twice as much.',
    hash: 'If you do not trust this page, compare its SHA-256 with the one that was published:',
  },
  de: {
    direction: 'ltr',
    asked: (asked, all) =>
      `Ihnen werden ${asked} von ${all} Fragen gestellt. Diese Seite hat sie beim Öffnen ausgelost, bevor sie irgendetwas über Sie wusste.`,
    group: (variable, group) =>
      `Ihr Link nennt ${variable}: ${group}. Anders als Ihre Antwort bleibt das nicht verborgen.`,
    items: 'Kreuzen Sie an, was zutrifft; alles andere bleibt leer.',
    range: (from, to, unit) => `Eine Zahl von ${from} bis ${to}${unit && ` ${unit}`}.`,
    whole: 'Nur ganze Zahlen.',
    decimal: example => `Auch mit Nachkommastellen, etwa ${example}.`,
    outside: (from, to) => `Was unter ${from} oder über ${to} liegt, zählt nur als solches, ohne die Zahl.`,
    clamped: (from, to) => `Was unter ${from} liegt, zählt als ${from}, was über ${to} liegt, als ${to}.`,
    notANumber: 'Das ist keine Zahl. Es wurde nichts gesendet.',
    promise: 'Was Ihre Antwort verrät',
    odds: times =>
      `Ihr Browser würfelt aus Ihrer Wahl ein Ergebnis und sendet nur dieses. Was er auch sendet: Von Ihnen kommt es höchstens ${times}-mal so wahrscheinlich wie von jemandem mit irgendeiner anderen Antwort.`,
    guess: (right, chance) =>
      `Wer daraus Ihre Wahl errät, liegt in ${right} von 100 Fällen richtig; ohne Ihre Antwort in ${chance}.`,
    checked: number =>
      `Diese Seite hat das geprüft, an der Anfrage Nummer ${number}, die für alle dieselbe ist.`,
    send: 'Zufällig veränderte Antwort senden',
    sending: 'Wird gesendet …',
    counted: 'Ihre zufällig veränderte Antwort wurde gezählt. Vielen Dank.',
    sent: categories =>
      `Das Gesendete spricht für: ${categories}. Das muss nicht Ihre Wahl sein: Der Zufall ersetzt absichtlich die Wahl mancher Menschen, damit niemand wissen kann, wer was gewählt hat; die Ergebnisse berücksichtigen das.`,
    lost: 'Es kam keine Rückmeldung; Ihre Antwort wurde vielleicht gezählt, vielleicht nicht. Wenn Sie erneut senden, wird genau dieselbe Antwort gesendet. Sie zählt nur einmal.',
    again: 'Dieselbe Antwort noch einmal senden',
    resent: 'Dieselbe Antwort wurde noch einmal gesendet und zählt einmal. Vielen Dank.',
    answered: 'Diese Einladung wurde schon beantwortet. Es wurde jetzt nichts gesendet.',
    closed: 'Die Umfrage ist beendet. Ihre Antwort wurde nicht gezählt.',
    over: 'Die Umfrage ist beendet. Es wurde nichts gesendet.',
    refused: 'Der Server hat die Antwort abgelehnt. Sie wurde nicht gezählt.',
    tooMuch: 'Der Server verlangt mehr, als Ihre Einladung versprochen hat. Es wurde nichts gesendet.',
    badLink: 'Dieser Link ist unvollständig. Bitte öffnen Sie den ganzen Link Ihrer Einladung.',
    unknown: 'Diese Einladung ist hier nicht bekannt. Es wurde nichts gesendet.',
    silent:
      'Der Server antwortet nicht, wie er sollte. Es wurde nichts gesendet. Bitte versuchen Sie es später.',
    more: 'Was gespeichert wird und was nicht versprochen ist',
    kept: 'Der Server speichert, ob Sie geantwortet haben, und getrennt davon, was gesendet wurde. Wie bei jeder Seite kann das Netz Ihre Adresse sehen und wann Sie sie geöffnet haben.',
    device:
      'Antworten Sie nur auf einem Gerät. Eine zweite Antwort von einem anderen würde nicht zählen, aber wer beide sieht, erfährt doppelt so viel.',
    unkept:
      'Ihr Browser lässt diese Seite nichts speichern. Bitte lassen Sie sie offen, bis sie sagt, dass Ihre Antwort gezählt wurde: Neu geöffnet würde sie eine andere Antwort auswürfeln, und wer beide sieht, erfährt doppelt so viel.',
    hash: 'Wenn Sie dieser Seite nicht trauen, vergleichen Sie ihre SHA-256-Summe mit der veröffentlichten:',
  },
  tr: {
    direction: 'ltr',
    asked: (asked, all) =>
      `Size ${all} sorudan ${asked} tanesi soruluyor. Bu sayfa onları açıldığında, hakkınızda hiçbir şey bilmeden, kurayla seçti.`,
    group: (variable, group) =>
      `Bağlantınız şunu söylüyor: ${variable}: ${group}. Yanıtınızın aksine bu gizli değildir.`,
    items: 'Geçerli olanları işaretleyin, gerisini boş bırakın.',
    range: (from, to, unit) => `${from} ile ${to} arasında bir sayı${unit && ` (${unit})`}.`,
    whole: 'Yalnızca tam sayılar.',
    decimal: example => `Ondalıklı da olabilir, örneğin ${example}.`,
    outside: (from, to) =>
      `${from} altındaki ve ${to} üstündeki değerler sayısı belirtilmeden yalnızca öyle sayılır.`,
    clamped: (from, to) => `${from} altındakiler ${from}, ${to} üstündekiler ${to} sayılır.`,
    notANumber: 'Bu bir sayı değil. Hiçbir şey gönderilmedi.',
    promise: 'Yanıtınız neyi açığa çıkarır',
    odds: times =>
      `Tarayıcınız seçiminizi rastgele değiştirir ve yalnızca sonucu gönderir. Ne gönderirse göndersin, bunun sizden gelme olasılığı, başka bir yanıtı olan birinden gelme olasılığının en çok ${times} katıdır.`,
    guess: (right, chance) =>
      `Buna bakıp seçiminizi tahmin eden biri 100 seferde ${right} kez, yanıtınız olmadan ${chance} kez haklı çıkar.`,
    checked: number => `Bu sayfa bunu denetledi: ${number} numaralı istek herkes için aynıdır.`,
    send: 'Rastgeleleştirilmiş yanıtı gönder',
    sending: 'Gönderiliyor …',
    counted: 'Rastgeleleştirilmiş yanıtınız sayıldı. Teşekkürler.',
    sent: categories =>
      `Gönderilen yanıtın işaret ettiği: ${categories}. Bu, sizin seçiminiz olmayabilir: kimin neyi seçtiği bilinmesin diye bazı kişilerin seçimi bilerek rastgele değiştirilir ve sonuçlar bunu hesaba katar.`,
    lost: 'Sunucudan karşılık gelmedi; yanıtınız sayılmış da olabilir, sayılmamış da. Yeniden gönderirseniz aynı yanıt gönderilir ve bir kez sayılır.',
    again: 'Aynı yanıtı yeniden gönder',
    resent: 'Aynı yanıt yeniden gönderildi ve bir kez sayılır. Teşekkürler.',
    answered: 'Bu davet daha önce yanıtlanmış. Şimdi hiçbir şey gönderilmedi.',
    closed: 'Anket kapandı. Yanıtınız sayılmadı.',
    over: 'Anket kapandı. Hiçbir şey gönderilmedi.',
    refused: 'Sunucu yanıtı reddetti. Yanıt sayılmadı.',
    tooMuch: 'Sunucu, davetinizde söz verilenden fazlasını istiyor. Hiçbir şey gönderilmedi.',
    badLink: 'Bu bağlantı eksik. Lütfen davetinizdeki bağlantının tamamını açın.',
    unknown: 'Bu davet burada bilinmiyor. Hiçbir şey gönderilmedi.',
    silent:
      'Sunucu gerektiği gibi karşılık vermiyor. Hiçbir şey gönderilmedi. Lütfen daha sonra yeniden deneyin.',
    more: 'Ne saklanır, neye söz verilmez',
    kept: 'Sunucu, yanıt verip vermediğinizi ve bundan ayrı olarak neyin gönderildiğini saklar. Her sayfada olduğu gibi ağ, adresinizi ve sayfayı ne zaman açtığınızı görebilir.',
    device:
      'Yalnızca bir cihazdan yanıt verin. Başka bir cihazdan verilen ikinci yanıt sayılmaz, ama ikisini de gören biri iki kat bilgi edinir.',
    unkept:
      'Tarayıcınız bu sayfanın bir şey saklamasına izin vermiyor. Lütfen yanıtınızın sayıldığını söyleyene kadar sayfayı açık tutun: yeniden açılırsa başka bir yanıt üretir ve ikisini de gören biri iki kat bilgi edinir.',
    hash: 'Bu sayfaya güvenmiyorsanız SHA-256 özetini yayımlanmış olanla karşılaştırın:',
  },
  ar: {
    direction: 'rtl',
    asked: (asked, all) =>
      `يُطرح عليك ${asked} من أصل ${all} من الأسئلة. اختارتها هذه الصفحة بالقرعة عند فتحها، قبل أن تعرف عنك أي شيء.`,
    group: (variable, group) => `يذكر رابطك ما يلي: ${variable}: ${group}. وهذا، بخلاف إجابتك، ليس مخفيًا.`,
    items: 'ضع علامة على ما ينطبق، واترك الباقي فارغًا.',
    range: (from, to, unit) => `رقم من ${from} إلى ${to}${unit && ` ${unit}`}.`,
    whole: 'أعداد صحيحة فقط.',
    decimal: example => `يمكن استعمال الكسور العشرية، مثل ${example}.`,
    outside: (from, to) => `ما يقل عن ${from} أو يزيد على ${to} يُحتسب كذلك فقط، من دون الرقم.`,
    clamped: (from, to) => `ما يقل عن ${from} يُحتسب ${from}، وما يزيد على ${to} يُحتسب ${to}.`,
    notANumber: 'هذا ليس رقمًا. لم يُرسل شيء.',
    promise: 'ما الذي تكشفه إجابتك',
    odds: times =>
      `يغيّر متصفحك اختيارك تغييرًا عشوائيًا ولا يرسل إلا النتيجة. ومهما أرسل، فإن احتمال صدوره عنك لا يزيد على ${times} أضعاف احتمال صدوره عن شخص له أي إجابة أخرى.`,
    guess: (right, chance) =>
      `من يخمّن اختيارك بناءً عليه يصيب ${right} مرة من كل 100، ومن دون إجابتك ${chance} مرة.`,
    checked: number => `تحققت هذه الصفحة من ذلك في الطلب رقم ${number}، وهو نفسه للجميع.`,
    send: 'أرسل إجابة عشوائية',
    sending: 'جارٍ الإرسال …',
    counted: 'احتُسبت إجابتك العشوائية. شكرًا لك.',
    sent: categories =>
      `ما أُرسل يشير إلى: ${categories}. وقد لا يكون هذا اختيارك: تُستبدل اختيارات بعض الناس عشوائيًا عن قصد، حتى لا يعرف أحد من اختار ماذا، وتراعي النتائج ذلك.`,
    lost: 'لم يصل رد، فربما احتُسبت إجابتك وربما لا. إذا أعدت الإرسال فستُرسل الإجابة نفسها تمامًا وتُحتسب مرة واحدة.',
    again: 'أعد إرسال الإجابة نفسها',
    resent: 'أُعيد إرسال الإجابة نفسها وتُحتسب مرة واحدة. شكرًا لك.',
    answered: 'سبقت الإجابة عن هذه الدعوة. لم يُرسل شيء الآن.',
    closed: 'أُغلق الاستطلاع. لم تُحتسب إجابتك.',
    over: 'أُغلق الاستطلاع. لم يُرسل شيء.',
    refused: 'رفض الخادم الإجابة. لم تُحتسب.',
    tooMuch: 'يطلب الخادم أكثر مما وعدت به دعوتك. لم يُرسل شيء.',
    badLink: 'هذا الرابط ناقص. افتح رابط دعوتك كاملًا من فضلك.',
    unknown: 'هذه الدعوة غير معروفة هنا. لم يُرسل شيء.',
    silent: 'لا يرد الخادم كما ينبغي. لم يُرسل شيء. حاول لاحقًا من فضلك.',
    more: 'ما الذي يُحفظ، وما الذي لا نعد به',
    kept: 'يحفظ الخادم ما إذا كنت قد أجبت، ويحفظ منفصلًا عن ذلك ما أُرسل. وكما في كل صفحة، ترى الشبكة عنوانك ووقت فتح الصفحة.',
    device:
      'أجب من جهاز واحد فقط. لن تُحتسب إجابة ثانية من جهاز آخر، لكن من يرى الإجابتين يعرف ضعف المعلومات.',
    unkept:
      'لا يسمح متصفحك لهذه الصفحة بحفظ أي شيء. اتركها مفتوحة من فضلك حتى تقول إن إجابتك احتُسبت: فإذا فُتحت من جديد فستُنشئ إجابة أخرى، ومن يرى الإجابتين يعرف ضعف المعلومات.',
    hash: 'إذا كنت لا تثق بهذه الصفحة فقارن بصمتها SHA-256 بالبصمة المنشورة:',
  },
}
