#include <coinformer/api/selector.hpp>
#include <coinformer/core/error.hpp>

#include <algorithm>
#include <cctype>

namespace coinformer {

namespace {

/// Reads the pieces of a selector's text from left to right.
class reader {
public:
    explicit reader(std::string_view text) : text_(text) {}

    bool at_end()
    {
        skip_space();
        return at_ == text_.size();
    }

    bool accept(std::string_view token)
    {
        skip_space();
        if (text_.substr(at_, token.size()) != token) return false;
        at_ += token.size();
        return true;
    }

    /// Returns a key or value: letters, digits and `-_./`. It may be empty, because the value of a label may
    /// be.
    std::string_view word()
    {
        skip_space();
        auto const from = at_;
        while (at_ < text_.size() && is_word(text_[at_])) ++at_;
        return text_.substr(from, at_ - from);
    }

    /// As word(), but an empty word is an error, which says that `what` was expected.
    std::string_view required_word(char const* what)
    {
        auto const w = word();
        if (w.empty()) fail(what);
        return w;
    }

    [[noreturn]] void fail(char const* expected) const
    {
        throw api_error(errc::bad_request, "label selector \"" + std::string(text_) + '"',
                        std::string("expected ") + expected + " at character " + std::to_string(at_ + 1));
    }

private:
    static bool is_word(char c)
    {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.' || c == '/';
    }
    // The space between words is that of kubectl: a selector in a file may have line ends in it.
    void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace

label_selector::label_selector(std::string_view text) : text_(text)
{
    reader in(text_);
    if (in.at_end()) return;
    do {
        requirement r;
        bool const negated = in.accept("!");
        r.key = in.required_word("a key");
        if (negated) {
            r.is = relation::absent;
        } else if (in.accept("!=")) {
            r.is = relation::not_in;
            r.values.emplace_back(in.word());
        } else if (in.accept("==") || in.accept("=")) {
            r.is = relation::in;
            r.values.emplace_back(in.word());
        } else if (auto const set = in.word(); !set.empty()) {
            if (set != "in" && set != "notin") in.fail("=, !=, in or notin before this");
            r.is = set == "in" ? relation::in : relation::not_in;
            if (!in.accept("(")) in.fail("(");
            do r.values.emplace_back(in.word());
            while (in.accept(","));
            if (!in.accept(")")) in.fail(")");
        }
        requirements_.push_back(std::move(r));
    } while (in.accept(","));
    if (!in.at_end()) in.fail("a comma or the end");
}

bool label_selector::requirement::holds_for(std::optional<std::string_view> value) const
{
    auto const listed = [&] { return std::find(values.begin(), values.end(), *value) != values.end(); };
    switch (is) {
    case relation::exists: return value.has_value();
    case relation::absent: return !value;
    case relation::in: return value && listed();
    case relation::not_in: return !value || !listed(); // an absent key is in no set, as in Kubernetes
    }
    return false;
}

} // namespace coinformer
