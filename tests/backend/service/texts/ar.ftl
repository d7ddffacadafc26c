# العربية، من اليمين إلى اليسار. ترتيب النصوص هو ترتيب en.ftl.

## Every page

nav-label = حسابك
confirm-button = للتأكيد، اضغط على «{ $button }» مرة أخرى.
nav-profile = الملف الشخصي
nav-tracks = مقطوعاتك
nav-connected-apps = التطبيقات المرتبطة
nav-apps = تطبيقاتك
nav-access-servers = خوادم الوصول
sign-out = تسجيل الخروج
sign-in = تسجيل الدخول
create-account = إنشاء حساب
verified-title = موثَّق
verified = موثَّق
app-calls-itself = يسمّي التطبيق نفسه «{ $app }». لم يتم التحقق من هذا الاسم.
back-to-app = العودة إلى { $app }
link-leads-to = لم يتم التحقق من هذا التطبيق. يؤدي الرابط إلى { $host }.

## Sign in, sign up

sign-in-to-continue = للمتابعة إلى { $app }
sign-in-lead = بحسابك الموسيقي
sign-in-new = جديد هنا؟
sign-up-lead = من أجل موسيقاك
sign-up-have = هل لديك حساب؟
sign-up-button = إنشاء الحساب
handle = اسم المستخدم
handle-rule = تسجّل الدخول به ويجدك الآخرون من خلاله. هو علني ولا يمكن تغييره.
name = الاسم
name-rule = يمكن للجميع رؤيته. يمكنك تغييره لاحقًا.
password = كلمة المرور
password-forgotten = هل نسيتها؟
password-show = إظهار
password-hide = إخفاء
password-rule = 8 أحرف على الأقل. والأفضل عدة كلمات.
password-stays = تبقى كلمة مرورك هنا.
password-stays-from-app = لا يراها التطبيق أبدًا.

sign-in-mismatch = اسم المستخدم وكلمة المرور غير متطابقين. تحقّق من كليهما وحاول مرة أخرى.
sign-in-incomplete = أدخل اسم المستخدم وكلمة المرور.
sign-in-no-space = لا يمكن تسجيل الدخول في الوقت الحالي لأن مساحة الخدمة ممتلئة. حاول لاحقًا.
sign-up-no-space = لا يمكن إنشاء حسابات في الوقت الحالي لأن مساحة الخدمة ممتلئة. حاول لاحقًا.
too-many-attempts = محاولات كثيرة جدًا. انتظر { $minutes ->
        [1] دقيقة
        [two] دقيقتين
        [few] { $minutes } دقائق
        [many] { $minutes } دقيقة
       *[other] { $minutes } دقيقة
    } ثم حاول مرة أخرى.
too-many-sign-ups = عمليات تسجيل كثيرة جدًا من شبكتك. انتظر { $minutes ->
        [1] دقيقة
        [two] دقيقتين
        [few] { $minutes } دقائق
        [many] { $minutes } دقيقة
       *[other] { $minutes } دقيقة
    } ثم حاول مرة أخرى.
handle-characters = يتكوّن اسم المستخدم من 1 إلى 30 من الحروف اللاتينية (a–z) أو الأرقام أو «_» أو «-» أو «.»، ويبدأ بحرف أو رقم.
handle-reserved = { $handle } محجوز للخدمة. اختر اسم مستخدم آخر.
handle-taken = اسم المستخدم { $handle } مستعمَل. اختر اسمًا آخر.
name-empty = أدخل اسمًا.
name-too-long = لا يزيد الاسم على 50 حرفًا.
name-characters = يحتوي الاسم على رموز غير مرئية أو رموز تغيّر اتجاهه. احذفها.
password-form = تتكوّن كلمة المرور من 8 أحرف على الأقل و1024 بايت على الأكثر، من دون علامات الجدولة ورموز التحكم الأخرى.
password-common = هذه من أكثر كلمات المرور شيوعًا، وهي أول ما يجرّبه المهاجمون. اختر كلمة أخرى.

## Consent

consent-continue = هل تريد المتابعة إلى { $app }؟
consent-allow = هل تسمح لـ { $app }؟
consent-wants = يرغب { $app } في استخدام حسابك
consent-known = لقد سمحت لهذا التطبيق من قبل، على { $host }.
consent-another-account = استخدام حساب آخر
consent-not-you = ليس حسابك؟
consent-scopes = ما يمكنه فعله
consent-lets = يتيح هذا لـ { $app }:
consent-writes = يمكنه فعل ذلك في غيابك، إلى أن تزيله. لا يمكنه تغيير كلمة مرورك ولا يراها أبدًا.
consent-reads = لا يمكنه تغيير مقطوعاتك أو مكتبتك أو حسابك، ولا يرى كلمة مرورك أبدًا.
consent-opens-app = يفتح كلا الزرين التطبيق على { $host }.
consent-leads-to = يؤدي كلا الزرين إلى { $host }.
consent-not-reviewed = لم تراجع هذه الخدمة التطبيق، ومطوّره هو من اختار الاسم.
consent-know-address = تابع فقط إذا كنت تعرف هذا العنوان.
consent-deny = عدم السماح
consent-cancel = إلغاء
consent-approve = السماح
consent-continue-as = المتابعة باسم { $handle }
consent-signed-in = لقد سجّلت الدخول
consent-nothing-shared = لم تتم مشاركة أي شيء
consent-close = يمكنك إغلاق هذه النافذة.
consent-needs-script = يتطلّب السماح JavaScript، وهي تمنع الصفحات الأخرى من خداعك لتسمح.

scope-profile = الاطلاع على ملفك الشخصي: الاسم واسم المستخدم والصورة
scope-library = الاطلاع على المقطوعات في مكتبتك
scope-own-tracks = الاطلاع على مقطوعاتك وملفاتك المرفوعة، بما فيها المخفية، وعلى عدد مرات تشغيل مقطوعاتك
scope-play = تشغيل المقطوعات التي يحق لك الاستماع إليها، وإخبار خوادم الوصول الخاصة بها بهويتك، وقبول الدعوات هناك
scope-upload = رفع مقطوعات باسمك، وحذف الملفات المرفوعة التي لا تستخدمها أي مقطوعة
scope-change = تغيير جميع مقطوعاتك، لا التي أضافها فقط: العنوان والنص والنوع والغلاف
scope-gate = تقييد الوصول إلى جميع مقطوعاتك، وجعل المقيّدة منها متاحة للجميع
scope-hide = إخفاء جميع مقطوعاتك
scope-delete = حذف المقطوعات التي أضافها نهائيًا
scope-access = تحديد من يحق له الاستماع إلى مقطوعاتك في خوادم الوصول
scope-save = إضافة مقطوعات إلى مكتبتك وإزالتها منها

## After a login

response-reason = يتلقّى { $app } السبب. إذا لم يُفتح التطبيق، فاستخدم الزر.
response-opens = يُفتح التطبيق على { $host }.

end-session-question = هل تريد تسجيل الخروج من حسابك؟
end-session-still = ما زلت مسجّل الدخول هنا، لذلك لا يحتاج تسجيل الدخول التالي إلى تطبيق في هذا المتصفح إلى كلمة مرور.
end-session-stay = البقاء مسجّل الدخول
end-session-leads-back = يعيدك كلا الزرين إلى { $app } على { $host }.
end-session-own-tab = للعودة إلى تطبيق، استخدم علامة تبويبه أو نافذته.
end-session-done-title = تم تسجيل الخروج
end-session-done = تم تسجيل خروجك
end-session-no-user = لا يوجد مستخدم مسجّل الدخول إلى هذه الخدمة في هذا المتصفح.
end-session-again = تسجيل الدخول مرة أخرى

## Home

home-title = حسابات الموسيقى
home-heading = سجّل الدخول إلى التطبيقات بحسابك الموسيقي
home-lead = هذه خدمة { $service }. تحفظ الحسابات، وتسألك قبل أن يستخدم أي تطبيق حسابك. لا ترى التطبيقات كلمة مرورك أبدًا.
home-account = الملف الشخصي وكلمة المرور والمقطوعات والتطبيقات التي يمكنها التصرّف نيابةً عنك
home-sign-up = اسم مستخدم واسم وكلمة مرور
home-developers = للمطوّرين
home-register = تسجيل تطبيق يسجّل المستخدمون الدخول إليه
home-api = واجهة HTTP البرمجية
home-openapi = مستند OpenAPI لهذه الخدمة
home-contact = أسئلة؟ تواصل مع { $link }.

## Connected apps

connected-removed = تمت إزالة التطبيق. لم يعد بإمكانه التصرّف نيابةً عنك، وعليه أن يسألك قبل أن يتمكن من ذلك مجددًا.
connected-none = لا يمكن لأي تطبيق التصرّف نيابةً عنك. على كل تطبيق أن يسألك أولًا.
connected-no-more = لا توجد تطبيقات أخرى.
connected-lead = يمكن لهذه التطبيقات التصرّف نيابةً عنك. إذا أزلت أحدها، يُسجَّل خروجه فورًا.
connected-can = يمكنه:
connected-since = مسموح له منذ
connected-last-active = آخر نشاط
connected-never = لم ينشط بعد
connected-status = الحالة
connected-signed-in = مسجّل الدخول
connected-server = مسجّل الخروج، لكن خادمه ما زال يمكنه التصرّف نيابةً عنك
connected-signed-out = مسجّل الخروج
connected-remove = إزالة
connected-more = المزيد من التطبيقات
connected-first = التطبيقات الأولى

## Your account

account-heading = حسابك
account-name-rule = يمكن للجميع رؤيته. اسم المستخدم الخاص بك، { $handle }، لا يتغيّر.
account-save-name = حفظ الاسم
account-picture = الصورة
account-picture-rule = ملف PNG أو JPEG لا يزيد على 5 ميغابايت. تُقص الصورة على شكل مربع، ويُزال منها المكان والتاريخ.
account-save-picture = حفظ الصورة
account-remove-picture = إزالة الصورة
account-current-password = كلمة المرور الحالية
account-new-password = كلمة المرور الجديدة
account-new-password-rule = 8 أحرف على الأقل. سيتم تسجيل خروجك من جميع المتصفحات الأخرى.
account-sign-out-apps = تسجيل الخروج من جميع التطبيقات أيضًا
account-change-password = تغيير كلمة المرور
account-everywhere = تسجيل الخروج من كل مكان
account-everywhere-what = يسجّل خروجك من جميع المتصفحات، بما فيها هذا المتصفح، ومن جميع التطبيقات. تبقى التطبيقات مرتبطة. يمكنك إزالتها ضمن { $link }.
account-everywhere-servers = لا يمكن لخوادم التطبيقات أيضًا التصرّف نيابةً عني، إلى أن أسجّل الدخول إلى التطبيق مرة أخرى
account-delete-heading = حذف حسابك
account-delete-what = بعد أسبوع، يُحذف نهائيًا ملفك الشخصي ومقطوعاتك ومكتبتك وملفاتك المرفوعة وتطبيقاتك كمطوّر، ولا يُعطى اسم المستخدم الخاص بك لمستخدم آخر أبدًا. حتى ذلك الحين يمكنك التراجع بتسجيل الدخول. وفي هذه الأثناء تكون مسجّل الخروج، ومقطوعاتك مخفية، ولا يتصرّف أي تطبيق نيابةً عنك.
account-download = { $link } أولًا: الملف الشخصي والمقطوعات مع الصوت والمكتبة.
account-download-link = نزّل بياناتك
account-delete = حذف حسابي
account-delete-button = الحذف بعد أسبوع
account-name-changed = تم تغيير اسمك.
account-picture-changed = تم تغيير صورتك.
account-picture-removed = تمت إزالة صورتك.
account-password-changed = تم تغيير كلمة مرورك. وتم تسجيل خروجك من جميع المتصفحات الأخرى.
account-password-wrong = كلمة المرور خاطئة. حاول مرة أخرى.

picture-none = اختر صورة أولًا: ملف PNG أو JPEG.
picture-too-large = الصورة أكبر من 5 ميغابايت. اختر صورة أصغر.
picture-too-many-pixels = في الصورة عدد كبير جدًا من البكسلات. اختر صورة أصغر.
picture-format = الملف ليس صورة PNG أو JPEG. اختر ملفًا آخر.
picture-damaged = الملف تالف. اختر صورة أخرى.
picture-too-many = صور كثيرة جدًا. انتظر { $minutes ->
        [1] دقيقة
        [two] دقيقتين
        [few] { $minutes } دقائق
        [many] { $minutes } دقيقة
       *[other] { $minutes } دقيقة
    } ثم حاول مرة أخرى.
picture-busy = تعالج الخدمة صورًا كثيرة. حاول مرة أخرى بعد لحظات.
picture-storage-full = ليست لدى الخدمة مساحة للصور. حاول لاحقًا.

## Deletion

deletion-title = سيُحذف حسابك
deletion-heading = سيُحذف { $handle }
deletion-on = في { $date }، مع جميع المقطوعات والمكتبة وتطبيقات المطوّر. حتى ذلك الحين تكون مسجّل الخروج، ولا يتصرّف أي تطبيق نيابةً عنك، ومقطوعاتك مخفية.
deletion-keep = الاحتفاظ بحسابي
deletion-keep-what = تظهر مقطوعاتك عندئذ من جديد. تبقى مسجّل الخروج من جميع المتصفحات والتطبيقات: سجّل الدخول من جديد حيث تريد.
deletion-sign-in = للاحتفاظ بالحساب، { $link } قبل ذلك اليوم.
deletion-sign-in-link = سجّل الدخول

## Reset the password

reset-title = تعيين كلمة مرور جديدة
reset-lead = بعد ذلك يتم تسجيل خروجك من كل مكان، وتسجّل الدخول بها.
reset-needs-link = تحتاج إلى رابط لذلك. اطلبه من { $link }: وهو صالح لمدة 30 دقيقة. افتحه، أو أدخل رمزه هنا.
reset-needs-operator = تحتاج إلى رابط لذلك. اطلبه من مشغّل هذه الخدمة: وهو صالح لمدة 30 دقيقة. افتحه، أو أدخل رمزه هنا.
reset-code = الرمز
reset-code-rule = الجزء الذي يلي # في الرابط.
reset-button = تعيين كلمة المرور
reset-back = العودة إلى تسجيل الدخول
reset-link-invalid = هذا الرابط مستخدَم أو قديم جدًا أو غير كامل. اطلب رابطًا آخر.

## Your tracks

tracks-deleted = تم حذف المقطوعة.
tracks-none = ليست لديك مقطوعات. يمكن للتطبيقات رفعها إذا سمحت بذلك.
tracks-no-more = لا توجد مقطوعات أخرى.
tracks-lead = تغيّرها في التطبيقات. وهنا فقط يمكنك حذف أي منها: لا يحذف التطبيق إلا المقطوعات التي أضافها، ويخفي غيرها.
tracks-hidden = مخفية: أنت وحدك تراها
tracks-public = علنية
tracks-gated = مقيّدة: تقرّر خوادم الوصول من يحق له الاستماع إليها
tracks-share = مشاركة
share-link = رابط صفحتها
share-code = رمز يشغّلها في صفحة ويب
share-copy = نسخ
share-copied = تم النسخ
share-selected = تم التحديد: انسخه بلوحة المفاتيح
tracks-delete = حذف
tracks-delete-what = لن يمكن تشغيلها أو استعادتها بعد ذلك.
tracks-delete-button = حذف نهائي
tracks-older = مقطوعات أقدم
tracks-newest = أحدث المقطوعات

## A track's page, and its player in a page of another site

track-duration = المدة:
track-play = تشغيل
track-gated = يقرّر المالك من يحق له الاستماع إلى هذه المقطوعة.
track-sites = تُشغَّل على:
track-checking = جارٍ التحقّق مما إذا كان يحق لك الاستماع إليها…
track-needs-script = لتشغيل هذه المقطوعة، اسمح بتشغيل JavaScript.
track-elsewhere = لا يمكن تشغيل هذه المقطوعة هنا. استمع إليها في الموقع أو التطبيق الذي يقدّمها فيه مالكها.
track-failed = لا يمكن تشغيل المقطوعة الآن. حاول مرة أخرى لاحقًا.
track-closed-country = لا يمكن تشغيل هذه المقطوعة في بلدك.
track-closed-country-unknown = لا يمكن تحديد بلدك، والمقطوعة تُشغَّل في بعض البلدان فقط.
track-closed-group = هذه المقطوعة لأعضاء مجموعة.
track-closed-opens = تُتاح هذه المقطوعة في { $time }.
track-closed-over = لم يعد من الممكن تشغيل هذه المقطوعة.
track-closed-paid = هذه المقطوعة لمن اشتراها.
track-closed-sign-in = للاستماع، سجّل الدخول في الموقع أو التطبيق الذي يقدّمها فيه مالكها.
track-closed-site = لا يمكن تشغيل هذه المقطوعة في هذا الموقع.
track-closed-verified = هذه المقطوعة للحسابات الموثّقة.
track-closed-other = لا يمكنك الاستماع إلى هذه المقطوعة.
track-buy = الشراء من { $host }
track-join = طلب الانضمام على { $host }
embed-open = فتح في { $service }
embed-nowhere = لا يمكن لأي موقع تضمين هذه المقطوعة: قاعدتها لا تسمح بأي موقع، أو لم يحدّد خادم الوصول المواقع المسموح بها.
embed-missing = هذه المقطوعة غير موجودة

## Errors

broken-link = رابط تسجيل الدخول هذا لا يعمل
broken-link-text = لم تتم مشاركة أي شيء. أغلق هذه الصفحة وأخبر مطوّر التطبيق.
stale-form = حاول مرة أخرى
stale-form-text = انتهت صلاحية النموذج، أو سبق إرساله، أو أنه يخص تسجيل دخول آخر. لم يتغيّر شيء. ابدأ من جديد، واسمح بملفات تعريف الارتباط لهذه الصفحة.
stale-form-button = البدء من جديد
no-form = لم يحدث شيء
no-form-text = لم يُرسَل الطلب من نموذج في هذه الصفحة. ارجع وحاول مرة أخرى.
no-decision = لم يُتخذ أي قرار
no-decision-text = لا يحتوي النموذج على قرار. ارجع واختر مرة أخرى.
rate-limited = لحظة من فضلك
rate-limited-text = أرسلت أنت أو شبكتك طلبات كثيرة جدًا. انتظر بضع ثوانٍ وحاول مرة أخرى.
rate-limited-button = حاول مرة أخرى
export-running-text = هناك تنزيل آخر لك قيد التنفيذ، أو أن عدد التنزيلات كبير جدًا. حاول مرة أخرى بعد بضع دقائق.
too-many-apps = عدد التطبيقات المرتبطة كبير جدًا
too-many-apps-text = بلغ حسابك الحد الأقصى من عمليات تسجيل الدخول. أزل التطبيقات التي لم تعد تستخدمها، ثم سجّل الدخول مرة أخرى.
no-space = لا يمكن تسجيل دخول جديد في الوقت الحالي
no-space-text = لم تعد لدى الخدمة مساحة لعمليات تسجيل الدخول. تستمر التطبيقات المسجّلة الدخول في العمل. حاول لاحقًا.
sign-up-closed = التسجيل مغلق
sign-up-closed-text = مشغّل هذه الخدمة وحده يمكنه إنشاء الحسابات. اطلب منه حسابًا.
internal = حدث خطأ ما
internal-text = لم تتم مشاركة أي شيء. انتظر لحظة وحاول مرة أخرى.
not-found = الصفحة غير موجودة
not-found-text = العنوان خاطئ، أو أُزيلت الصفحة.
no-app = التطبيق غير موجود
no-app-text = حُذف التطبيق، أو أنه يخص حسابًا آخر.

## Times

date-time = { $day } { $month ->
        [1] يناير
        [2] فبراير
        [3] مارس
        [4] أبريل
        [5] مايو
        [6] يونيو
        [7] يوليو
        [8] أغسطس
        [9] سبتمبر
        [10] أكتوبر
        [11] نوفمبر
       *[12] ديسمبر
    } { $year }، الساعة { $time } بالتوقيت العالمي
just-now = الآن
minutes-ago = { $count ->
        [1] قبل دقيقة
        [two] قبل دقيقتين
        [few] قبل { $count } دقائق
        [many] قبل { $count } دقيقة
       *[other] قبل { $count } دقيقة
    }
hours-ago = { $count ->
        [1] قبل ساعة
        [two] قبل ساعتين
        [few] قبل { $count } ساعات
        [many] قبل { $count } ساعة
       *[other] قبل { $count } ساعة
    }
days-ago = { $count ->
        [1] قبل يوم
        [two] قبل يومين
        [few] قبل { $count } أيام
        [many] قبل { $count } يومًا
       *[other] قبل { $count } يوم
    }
